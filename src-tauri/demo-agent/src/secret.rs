//! Unguessable values, and comparing them without telling how much of them was right.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// A value that must not be guessed, logged or shown: `Debug` hides it.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    /// 256 random bits in the alphabet of URLs: 43 characters, which is also a valid PKCE verifier (RFC 7636, 4.1).
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The value itself, for the one place it has to be sent to.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// Compares in a time that depends on the lengths only.
    pub(crate) fn is(&self, other: &str) -> bool {
        self.0.as_bytes().ct_eq(other.as_bytes()).into()
    }

    /// The PKCE challenge of this verifier by the method S256 (RFC 7636, 4.2).
    pub(crate) fn challenge(&self) -> String {
        challenge_of(&self.0)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// Whether `challenge` was made from `verifier` by the method S256.
pub(crate) fn proves(verifier: &str, challenge: &str) -> bool {
    challenge_of(verifier)
        .as_bytes()
        .ct_eq(challenge.as_bytes())
        .into()
}

fn challenge_of(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_the_one_of_rfc_7636_appendix_b() {
        assert!(proves(
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        ));
    }

    #[test]
    fn another_verifier_proves_nothing() {
        let secret = Secret::random().expect("random bits");
        let other = Secret::random().expect("random bits");
        assert!(proves(secret.expose(), &secret.challenge()));
        assert!(!proves(other.expose(), &secret.challenge()));
        assert!(!secret.is(other.expose()));
        assert!(!secret.is(""));
        assert_eq!(secret.expose().len(), 43);
    }

    #[test]
    fn a_secret_does_not_show_in_debug_output() {
        let secret = Secret::random().expect("random bits");
        assert!(!format!("{secret:?}").contains(secret.expose()));
    }
}

//! Where a host is: on this computer, in the person's own network, or out in public.

use core::net::{Ipv4Addr, Ipv6Addr};

use url::Host;

use super::reasons::Reasons;
use crate::view::ReasonCode;

/// Where a host is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On this computer.
    Loopback,
    /// An address of a private network.
    Private,
    /// An address of the local link, where machines find their settings.
    LinkLocal,
    /// A name without a dot.
    SingleLabel,
    /// A name under an ending kept for private networks.
    Intranet,
    /// A service of the Tor network.
    Onion,
    /// Anywhere else.
    Public,
    /// An address that no page can have.
    Nowhere,
}

/// Endings that no public name has.
const INTRANET: &[&str] = &[
    ".local",
    ".internal",
    ".lan",
    ".home",
    ".corp",
    ".intranet",
    ".home.arpa",
];

impl Place {
    /// Of an IPv4 address.
    pub(super) fn of_v4(address: Ipv4Addr) -> Self {
        let [first, second, ..] = address.octets();
        match (first, second) {
            // Unspecified and its network; multicast, class E and broadcast.
            (0 | 224.., _) => Self::Nowhere,
            (127, _) => Self::Loopback,
            (10, _) | (172, 16..=31) | (192, 168) | (100, 64..=127) => Self::Private,
            (169, 254) => Self::LinkLocal,
            _ => Self::Public,
        }
    }

    /// Of an IPv6 address.
    pub(super) fn of_v6(address: Ipv6Addr) -> Self {
        let first = address.segments()[0];
        if address.is_unspecified() || address.is_multicast() || address.to_ipv4_mapped().is_some()
        {
            Self::Nowhere
        } else if address.is_loopback() {
            Self::Loopback
        } else if first & 0xFE00 == 0xFC00 {
            Self::Private
        } else if first & 0xFFC0 == 0xFE80 {
            Self::LinkLocal
        } else {
            Self::Public
        }
    }

    /// Of a name in lower case, without a trailing dot.
    pub(super) fn of_name(name: &str) -> Self {
        let ends = |ending: &str| name.ends_with(ending) || name == &ending[1..];
        if ends(".localhost") {
            Self::Loopback
        } else if !name.contains('.') {
            Self::SingleLabel
        } else if INTRANET.iter().any(|ending| ends(ending)) {
            Self::Intranet
        } else if name.rsplit('.').next() == Some("onion") {
            Self::Onion
        } else {
            Self::Public
        }
    }

    /// Whether another device would find something else there, or nothing.
    pub(super) fn is_near(self) -> bool {
        !matches!(self, Self::Public | Self::Onion)
    }
}

/// Adds what is to be said when the agent that asks runs on another machine than the browser: "this
/// computer" in an address is then not the computer the agent knows.
pub(super) fn from_elsewhere(page: Place, reasons: &mut Reasons) {
    match page {
        Place::Loopback => reasons.add(ReasonCode::ThisMachine),
        Place::Private | Place::LinkLocal | Place::SingleLabel | Place::Intranet => {
            reasons.add(ReasonCode::ThisNetwork);
        }
        Place::Onion | Place::Public | Place::Nowhere => {}
    }
    let returns = reasons.subjects(ReasonCode::Redirect);
    for host in returns.into_iter().filter(|host| is_loopback(host)) {
        reasons.about(ReasonCode::ReturnsHere, host);
    }
}

fn is_loopback(host: &str) -> bool {
    let place = match Host::parse(host) {
        Ok(Host::Ipv4(address)) => Place::of_v4(address),
        Ok(Host::Ipv6(address)) => Place::of_v6(address),
        Ok(Host::Domain(name)) => Place::of_name(name.trim_end_matches('.')),
        Err(_) => return false,
    };
    place == Place::Loopback
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: &str, expected: Place) {
        let place = match Host::parse(host).unwrap() {
            Host::Ipv4(address) => Place::of_v4(address),
            Host::Ipv6(address) => Place::of_v6(address),
            Host::Domain(name) => Place::of_name(&name),
        };
        assert_eq!(place, expected, "{host}");
    }

    #[test]
    fn addresses_have_the_place_of_their_range() {
        for host in ["127.0.0.1", "127.255.255.255", "[::1]"] {
            check(host, Place::Loopback);
        }
        for host in [
            "10.0.0.0",
            "10.255.255.255",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "[fc00::1]",
            "[fdff::1]",
        ] {
            check(host, Place::Private);
        }
        for host in ["169.254.0.1", "169.254.169.254", "[fe80::1]", "[febf::1]"] {
            check(host, Place::LinkLocal);
        }
        for host in [
            "0.0.0.0",
            "0.1.2.3",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "[::]",
            "[ff02::1]",
            "[::ffff:8.8.8.8]",
        ] {
            check(host, Place::Nowhere);
        }
        for host in [
            "11.0.0.1",
            "172.15.255.255",
            "172.32.0.1",
            "192.167.1.1",
            "100.63.0.1",
            "100.128.0.1",
            "169.253.0.1",
            "8.8.8.8",
            "[2001:db8::1]",
            "[fec0::1]",
            "[fe00::1]",
        ] {
            check(host, Place::Public);
        }
    }

    #[test]
    fn names_have_the_place_of_their_ending() {
        check("localhost", Place::Loopback);
        check("app.localhost", Place::Loopback);
        check("notlocalhost", Place::SingleLabel);
        check("buildbox", Place::SingleLabel);
        for host in [
            "sso.corp",
            "a.b.internal",
            "printer.local",
            "nas.lan",
            "x.home",
            "x.intranet",
            "nas.home.arpa",
            "home.arpa",
        ] {
            check(host, Place::Intranet);
        }
        check("abc.onion", Place::Onion);
        for host in [
            "localhost.evil.org",
            "local.org",
            "arpa.org",
            "mylocal.dev",
            "acme.com",
        ] {
            check(host, Place::Public);
        }
    }
}

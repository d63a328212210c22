//! The reasons found so far, and what each adds to the verdict.

use crate::text::taken;
use crate::view::{Reason, ReasonCode, Verdict};

/// What a reason adds, unless the host's place raises it (the table in the guide on links).
fn weight(code: ReasonCode) -> Verdict {
    use ReasonCode::{
        AppInternal, Backslash, BadHost, DisguisedIp, Empty, HiddenChars, PercentHost, PortZero,
        Scheme, Slashes, TooLong, Unparsable, UnusableIp, Userinfo,
    };
    use ReasonCode::{
        BadNested, EmbeddedDomain, HostRewritten, Http, IdnConfusable, IdnMixed, IdnRestricted,
        IdnTricky, IpLiteral, IsPublicSuffix, LinkLocal, Lookalike, TrailingDot,
    };
    match code {
        Empty | Unparsable | TooLong | HiddenChars | Backslash | Slashes | Scheme | Userinfo
        | PercentHost | BadHost | PortZero | DisguisedIp | UnusableIp | AppInternal => {
            Verdict::Refuse
        }
        Http | HostRewritten | IdnRestricted | IdnMixed | IdnConfusable | IdnTricky | Lookalike
        | EmbeddedDomain | IsPublicSuffix | TrailingDot | IpLiteral | LinkLocal | BadNested => {
            Verdict::Strong
        }
        ReasonCode::Redirect => Verdict::Info,
        _ => Verdict::Warn,
    }
}

/// Collects reasons; one a code and subject.
#[derive(Debug, Default)]
pub(super) struct Reasons(Vec<Reason>);

impl Reasons {
    /// Adds a reason with its own weight.
    pub(super) fn add(&mut self, code: ReasonCode) {
        self.push(code, weight(code), None);
    }

    /// Adds a reason that is about something. The text is shown, so it must be visible text.
    pub(super) fn about(&mut self, code: ReasonCode, subject: impl Into<String>) {
        let subject = taken::subject(&subject.into());
        self.push(code, weight(code), (!subject.is_empty()).then_some(subject));
    }

    /// Adds a reason of a host that is not public, which weighs more without encryption.
    pub(super) fn raised(&mut self, code: ReasonCode, strong: bool) {
        let verdict = if strong {
            Verdict::Strong
        } else {
            weight(code)
        };
        self.push(code, verdict, None);
    }

    fn push(&mut self, code: ReasonCode, verdict: Verdict, subject: Option<String>) {
        let known = |reason: &Reason| {
            reason.code == code && (subject.is_none() || reason.subject == subject)
        };
        if !self.0.iter().any(known) {
            self.0.push(Reason {
                code,
                verdict,
                subject,
            });
        }
    }

    /// What the reasons with this code are about.
    pub(super) fn subjects(&self, code: ReasonCode) -> Vec<String> {
        let found = self.0.iter().filter(|reason| reason.code == code);
        found.filter_map(|reason| reason.subject.clone()).collect()
    }

    /// Whether a reason with this code was found.
    pub(super) fn has(&self, code: ReasonCode) -> bool {
        self.0.iter().any(|reason| reason.code == code)
    }

    /// The highest verdict, and the reasons, strongest first.
    pub(super) fn finish(mut self) -> (Verdict, Vec<Reason>) {
        self.0
            .sort_by(|a, b| b.verdict.cmp(&a.verdict).then(a.code.cmp(&b.code)));
        let highest = self
            .0
            .first()
            .map_or(Verdict::Plain, |reason| reason.verdict);
        (highest.max(Verdict::Plain), self.0)
    }
}

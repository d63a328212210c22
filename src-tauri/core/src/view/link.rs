//! A link: what was judged, and how its handoff stands.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::page::PageId;

/// A link ask, for drawing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct LinkView {
    /// The judgement.
    pub judged: JudgedView,
    /// A code such as `ABCD-1234` found in the message, to be copied by itself.
    pub code: Option<String>,
    /// The consent dialog, while it is open.
    pub dialog: Option<DialogView>,
    /// How the handoff stands.
    pub handoff: Handoff,
    /// The agent has said that the page is finished.
    pub finished: bool,
    /// The agent asked for a page that already waits: this card joins it, Accept opens nothing.
    pub same_page: bool,
    /// Whether to offer muting this agent's links (after two declines in a row).
    pub offer_mute: bool,
}

/// What is known about a link from its text alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct JudgedView {
    /// The highest of its reasons.
    pub verdict: Verdict,
    /// The reasons, strongest first.
    pub reasons: Vec<Reason>,
    /// The host row; none for a text that could not be read as an address.
    pub host: Option<HostView>,
    /// What the punycode host reads as.
    pub reads_as: ReadsAs,
    /// The one string that is judged, shown, copied and opened. None for a refused text without one.
    pub address: Option<String>,
    /// What the agent wrote, with visible escapes, where it differs from `address`.
    pub written: Option<String>,
    /// Whether it may be shown as a QR code (not for pages of this computer).
    pub qr: bool,
}

/// The host, cut so that the registrable domain can be set in bold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct HostView {
    /// The scheme, unless it is https.
    pub scheme: Option<String>,
    /// The part left of the registrable domain, with its dot.
    pub before: String,
    /// The registrable domain; the whole host when there is none (addresses, `localhost`, suffixes).
    pub domain: String,
    /// A trailing dot, if any.
    pub after: String,
    /// The port, unless it is the scheme's own.
    pub port: Option<u16>,
    /// The whole host as in the address (ASCII).
    pub ascii: String,
}

/// What a punycode host reads as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[ts(export)]
pub enum ReadsAs {
    /// The host has no punycode.
    Same,
    /// All labels pass the checks.
    Text {
        /// In Unicode.
        text: String,
    },
    /// It contains characters that imitate others.
    Imitates,
}

/// What Assent makes of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Verdict {
    /// Told beside the address, raises nothing.
    Info,
    /// Consent only.
    Plain,
    /// A visible reason.
    Warn,
    /// A warning and a second gesture.
    Strong,
    /// Cannot be opened.
    Refuse,
}

/// Why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Reason {
    /// Stable code (`data-code`).
    pub code: ReasonCode,
    /// What it adds to the verdict.
    pub verdict: Verdict,
    /// The thing it is about: the imitated or embedded name, the redirect's host, the scheme, the parameter's name.
    pub subject: Option<String>,
}

/// Codes of reasons (link-rules 2), stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
#[expect(
    missing_docs,
    reason = "each is a row of the table in the guide on links"
)]
pub enum ReasonCode {
    Empty,
    Unparsable,
    TooLong,
    HiddenChars,
    Backslash,
    Slashes,
    Scheme,
    Userinfo,
    PercentHost,
    BadHost,
    PortZero,
    DisguisedIp,
    UnusableIp,
    AppInternal,
    Http,
    HostRewritten,
    IdnRestricted,
    IdnMixed,
    IdnConfusable,
    IdnTricky,
    IdnRtl,
    Lookalike,
    EmbeddedDomain,
    IsPublicSuffix,
    TrailingDot,
    IpLiteral,
    LinkLocal,
    BadNested,
    PrivateIp,
    SingleLabel,
    Intranet,
    Loopback,
    /// Of an agent on another machine: the page would be on this one.
    ThisMachine,
    /// Of an agent on another machine: the page would be in this machine's network.
    ThisNetwork,
    /// Of an agent on another machine: what the page passes on comes to this one, not to the agent.
    ReturnsHere,
    Punycode,
    SharedHosting,
    UnknownSuffix,
    Onion,
    Spaces,
    Port,
    HostInPath,
    EncodedHidden,
    SecretInUrl,
    Download,
    Long,
    Redirect,
}

/// A reason's stable code as text.
pub(crate) fn code_of(code: ReasonCode) -> Option<String> {
    match serde_json::to_value(code) {
        Ok(serde_json::Value::String(code)) => Some(code),
        _ => None,
    }
}

/// The consent dialog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct DialogView {
    /// One-time token of this display; every step in the dialog names it.
    pub token: String,
    /// The page that has it open, the only one that is told of it.
    #[serde(skip)]
    #[ts(skip)]
    pub page: PageId,
    /// Whether the second gesture of a `strong` link is needed.
    pub needs_understood: bool,
    /// Whether it was made.
    pub understood: bool,
    /// Milliseconds of unmoved display before Open counts, and again after the second gesture.
    pub arm_after: u32,
    /// The QR code as rows of `0` and `1`, while shown.
    pub qr: Option<Vec<String>>,
    /// Whether "I opened it elsewhere" is offered (after Copy or QR).
    pub elsewhere: bool,
    /// Whether this opens a page again that was opened before (nothing is answered then).
    pub again: bool,
}

/// How the handoff to the system browser stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "state", rename_all = "kebab-case")]
#[ts(export)]
pub enum Handoff {
    /// Not begun.
    None,
    /// The browser is being started.
    Running,
    /// The browser took it.
    Opened,
    /// It did not work, or could not be confirmed.
    Failed {
        /// Why.
        reason: HandoffFailure,
    },
}

/// Why a handoff failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum HandoffFailure {
    /// There is no browser that could be started.
    NoBrowser,
    /// It was started and ended badly at once.
    EndedBadly,
    /// Nobody said within the limit whether it worked.
    Unconfirmed,
    /// The helper itself could not be run.
    Helper,
}

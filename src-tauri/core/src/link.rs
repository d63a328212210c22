//! Links: what can be told from the text of an address alone (link-rules).
//!
//! The text is looked at raw, then parsed; from there on there is one string, which is judged, shown,
//! copied and opened. Nothing is asked of the network.
//!
//! Why "plain" and never a kinder word: the form of an address is judged, not the site behind it.

mod address;
mod code;
mod host;
mod idn;
mod known;
mod letters;
mod looks;
mod names;
mod parts;
mod place;
mod raw;
mod reasons;
mod report;
mod request;
#[cfg(test)]
mod tests;
mod tricky;

use qrcode::{Color, QrCode};
use url::Url;

use crate::text::visible;
use crate::view::{HostView, JudgedView, ReadsAs, ReasonCode};
use reasons::Reasons;

pub use code::device_code;
pub use report::{Report, report};
pub use request::{LinkRequest, read};

/// A judgement with what only the command line prints.
#[derive(Debug)]
struct Judged {
    view: JudgedView,
    /// As in the address.
    host: Option<String>,
    /// The host in Unicode.
    unicode: Option<String>,
    /// The registrable domain.
    domain: Option<String>,
}

/// Judges an address as an agent wrote it. Takes time in proportion to its length.
pub fn judge(raw: &str) -> JudgedView {
    judged(raw).view
}

fn judged(raw: &str) -> Judged {
    let mut reasons = Reasons::default();
    let written = raw::check(raw, &mut reasons);
    let too_much = reasons.has(ReasonCode::TooLong) || reasons.has(ReasonCode::Empty);
    let address = if too_much {
        None
    } else {
        let address = address::canonical(raw);
        if address.is_none() {
            reasons.add(ReasonCode::Unparsable);
        }
        // Of another scheme, a parser's host and path mean something else.
        address.filter(|_| written.is_some())
    };
    let hosted = address
        .as_ref()
        .zip(written)
        .and_then(|(address, written)| host::judge(address, written.host, &mut reasons));
    let returns_near = address
        .as_ref()
        .is_some_and(|address| parts::judge(address, raw, &mut reasons));
    let (verdict, reasons) = reasons.finish();
    let host = address.as_ref().zip(hosted.as_ref());
    let near = hosted.as_ref().is_none_or(|hosted| hosted.place.is_near());
    let view = JudgedView {
        verdict,
        reasons,
        host: host.and_then(|(address, hosted)| row(address, hosted.domain.as_deref())),
        reads_as: hosted
            .as_ref()
            .map_or(ReadsAs::Same, |hosted| hosted.reads_as.clone()),
        written: (address.as_ref().map(Url::as_str) != Some(raw)).then(|| visible(raw)),
        qr: !near && !returns_near,
        address: address.as_ref().map(|address| address.as_str().to_owned()),
    };
    let host = address.as_ref().and_then(Url::host_str).map(str::to_owned);
    let (unicode, domain) =
        hosted.map_or((None, None), |hosted| (Some(hosted.unicode), hosted.domain));
    Judged {
        view,
        host,
        unicode,
        domain,
    }
}

/// The host row, cut around the registrable domain.
fn row(address: &Url, domain: Option<&str>) -> Option<HostView> {
    let ascii = address.host_str()?;
    let (name, after) = match ascii.strip_suffix('.') {
        Some(name) => (name, "."),
        None => (ascii, ""),
    };
    let domain = domain.unwrap_or(name);
    Some(HostView {
        scheme: (address.scheme() != "https").then(|| address.scheme().to_owned()),
        before: name.strip_suffix(domain).unwrap_or_default().to_owned(),
        domain: domain.to_owned(),
        after: after.to_owned(),
        port: address.port(),
        ascii: ascii.to_owned(),
    })
}

/// The address as rows of `0` and `1`, without a margin; none if it does not fit a QR code.
pub fn qr(address: &str) -> Option<Vec<String>> {
    let code = QrCode::new(address).ok()?;
    let width = code.width();
    let colors = code.into_colors();
    let rows = colors.chunks(width).map(|row| {
        row.iter()
            .map(|&color| if color == Color::Dark { '1' } else { '0' })
            .collect()
    });
    Some(rows.collect())
}

/// FNV-1a, 64 bits, over UTF-8, as 16 hex digits: what the page says of the address it shows.
pub fn fingerprint(address: &str) -> String {
    const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01B3;
    let hash = address.bytes().fold(OFFSET, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    });
    format!("{hash:016x}")
}

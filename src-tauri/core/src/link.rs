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

use crate::text::taken;
use crate::view::{HostView, JudgedView, ReadsAs, ReasonCode};
use host::Hosted;
use raw::Written;
use reasons::Reasons;

pub use code::device_code;
pub use report::{Report, report};
pub use request::{LinkRequest, read};

/// A page of the web, as far as its address tells.
#[derive(Debug)]
struct Page {
    address: Url,
    hosted: Hosted,
    /// A `redirect_uri` leads to this computer or its network.
    returns_near: bool,
}

/// Judges an address as an agent wrote it. Takes time in proportion to its length.
pub fn judge(raw: &str) -> JudgedView {
    judged(raw, false).0
}

/// The same of an agent that runs on another machine: what leads to this one is not where it means.
pub fn judge_from_elsewhere(raw: &str) -> JudgedView {
    judged(raw, true).0
}

/// The judgement, and the page if the text reads as one. A refused text can read as one.
fn judged(raw: &str, elsewhere: bool) -> (JudgedView, Option<Page>) {
    let mut reasons = Reasons::default();
    let written = raw::check(raw, &mut reasons);
    let page = written.and_then(|written| page(raw, written, &mut reasons));
    let unread = reasons.has(ReasonCode::TooLong) || reasons.has(ReasonCode::Empty);
    if page.is_none() && !unread && (written.is_some() || Url::parse(raw).is_err()) {
        reasons.add(ReasonCode::Unparsable);
    }
    if elsewhere && let Some(page) = &page {
        place::from_elsewhere(page.hosted.place, &mut reasons);
    }
    let (verdict, reasons) = reasons.finish();
    let address = page.as_ref().map(|page| page.address.as_str());
    let view = JudgedView {
        verdict,
        reasons,
        host: page.as_ref().and_then(Page::row),
        reads_as: page
            .as_ref()
            .map_or(ReadsAs::Same, |page| page.hosted.reads_as.clone()),
        address: address.map(str::to_owned),
        written: (address != Some(raw)).then(|| taken::written(raw)),
        qr: page
            .as_ref()
            .is_some_and(|page| !page.hosted.place.is_near() && !page.returns_near),
    };
    (view, page)
}

/// Reads a text that begins as a web address. Of another scheme, a parser's host and path mean something
/// else, so it never comes here.
fn page(raw: &str, written: Written, reasons: &mut Reasons) -> Option<Page> {
    let address = address::canonical(raw)?;
    let hosted = host::judge(&address, written.host, reasons)?;
    let returns_near = parts::judge(&address, raw, reasons);
    Some(Page {
        address,
        hosted,
        returns_near,
    })
}

impl Page {
    /// The host row, cut around the registrable domain.
    fn row(&self) -> Option<HostView> {
        let ascii = self.address.host_str()?;
        let (name, after) = match ascii.strip_suffix('.') {
            Some(name) => (name, "."),
            None => (ascii, ""),
        };
        let domain = self.hosted.domain.as_deref().unwrap_or(name);
        let scheme = self.address.scheme();
        Some(HostView {
            scheme: (scheme != "https").then(|| scheme.to_owned()),
            before: name.strip_suffix(domain).unwrap_or_default().to_owned(),
            domain: domain.to_owned(),
            after: after.to_owned(),
            port: self.address.port(),
            ascii: ascii.to_owned(),
        })
    }
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

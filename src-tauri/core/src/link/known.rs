//! The known sign-in hosts, and names that look like one or contain one.

use std::sync::LazyLock;

use super::looks::fold;
use super::names::{Names, is_two_part_suffix};

/// A known host.
#[derive(Debug)]
struct Known {
    domain: &'static str,
    /// As [`fold`] gives it.
    folded: String,
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    lines(include_str!("data/sign-in-hosts.txt"))
        .map(|domain| Known {
            domain,
            folded: fold(domain),
        })
        .collect()
});

static OWN: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| lines(include_str!("data/own-hosts.txt")).collect());

fn lines(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Endings that make a name look like a whole host.
const ENDINGS: &[&str] = &["com", "org", "net", "gov", "edu"];

fn is_under(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain)
        .is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Whether the host is one the window uses for itself, or below one.
pub(super) fn is_own(host: &str) -> bool {
    OWN.iter().any(|own| is_under(host, own))
}

/// Whether a lower-case text is a known sign-in host or below one.
pub(super) fn is_known(host: &str) -> bool {
    KNOWN.iter().any(|known| is_under(host, known.domain))
}

/// The known host that a registrable domain looks like and is not.
pub(super) fn imitated(ascii: &str, unicode: &str) -> Option<&'static str> {
    let folded = fold(unicode);
    let known = KNOWN.iter().find(|known| known.folded == folded)?;
    (known.domain != ascii && !is_known(ascii)).then_some(known.domain)
}

/// The host that a longer host begins with, so that a narrow window shows only that.
///
/// `unicode` is the whole host as it reads. All of it left of the true suffix is looked at, since in
/// `office.com-acme.com` the name ends within the registrable domain.
pub(super) fn embedded(names: &Names, unicode: &str) -> Option<String> {
    let domain = names.domain?;
    let endings = names.suffix.split('.').count();
    let labels: Vec<&str> = unicode.split('.').collect();
    let region = labels.get(..labels.len().checked_sub(endings)?)?.join(".");
    embedded_known(&region, domain).or_else(|| embedded_any(&region, domain))
}

/// A known host in the region, with dots or hyphens between its labels.
fn embedded_known(region: &str, domain: &str) -> Option<String> {
    let folded = fold(region);
    let words: Vec<&str> = folded.split(['.', '-']).collect();
    KNOWN
        .iter()
        .filter(|known| known.domain != domain)
        .find(|known| {
            let size = known.folded.split('.').count();
            words
                .windows(size)
                .any(|some| some.iter().copied().eq(known.folded.split('.')))
        })
        .map(|known| known.domain.to_owned())
}

/// Any name with a well-known ending that something follows.
fn embedded_any(region: &str, domain: &str) -> Option<String> {
    region.match_indices('.').find_map(|(dot, _)| {
        let name = region[..dot].rsplit('.').next().unwrap_or_default();
        let rest = &region[dot + 1..];
        let first = rest.split(['.', '-']).next().unwrap_or_default();
        let ending = if ENDINGS.contains(&first) {
            first.to_owned()
        } else {
            two_part_ending(rest)?
        };
        let whole = format!("{name}.{ending}");
        (!name.is_empty() && whole != domain).then_some(whole)
    })
}

/// The suffix of two parts that a text begins with, up to a dot, a hyphen or its end.
fn two_part_ending(text: &str) -> Option<String> {
    let (second, rest) = text.split_once('.')?;
    let last = rest.split(['.', '-']).next()?;
    is_two_part_suffix(second, last).then(|| format!("{second}.{last}"))
}

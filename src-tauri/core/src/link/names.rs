//! The registrable domain and the suffix of a host, by the Public Suffix List.

/// A host cut by the Public Suffix List.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    /// The registrable domain; none for a suffix itself or a name without a dot.
    pub(super) domain: Option<&'a str>,
    /// The suffix; the last label where the list has none.
    pub(super) suffix: &'a str,
    /// What the list says of the suffix.
    pub(super) listed: Listed,
}

/// What the list says of a suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// A registry's.
    Registry,
    /// A company's, under which anybody can have a name.
    Private,
    /// Nothing.
    Not,
}

impl<'a> Names<'a> {
    /// Of a name in lower case and ASCII, without a trailing dot.
    pub(super) fn of(host: &'a str) -> Self {
        let last = host.rsplit('.').next().unwrap_or(host);
        let (suffix, listed) = match psl::suffix(host.as_bytes()) {
            Some(suffix) => {
                let listed = match suffix.typ() {
                    Some(psl::Type::Icann) => Listed::Registry,
                    Some(psl::Type::Private) => Listed::Private,
                    None => Listed::Not,
                };
                let start = host.len() - suffix.as_bytes().len();
                (host.get(start..).unwrap_or(last), listed)
            }
            None => (last, Listed::Not),
        };
        let domain = host
            .strip_suffix(suffix)
            .and_then(|before| before.strip_suffix('.'))
            .map(|before| before.rsplit('.').next().unwrap_or(before))
            .and_then(|label| host.get(host.len() - suffix.len() - 1 - label.len()..));
        Self {
            domain,
            suffix,
            listed,
        }
    }
}

/// Second levels that stand for a kind of holder in many countries.
const SECOND_LEVELS: &[&str] = &[
    "ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "gv", "ltd", "me", "mil", "ne", "net",
    "nhs", "or", "org", "plc", "sch",
];

/// Whether the two labels are a suffix such as `co.uk`.
pub(super) fn is_two_part_suffix(second: &str, last: &str) -> bool {
    if last.len() != 2 || !SECOND_LEVELS.contains(&second) {
        return false;
    }
    let both = format!("{second}.{last}");
    let names = Names::of(&both);
    names.domain.is_none() && names.listed == Listed::Registry
}

#[cfg(test)]
mod tests {
    use super::{Listed, Names, is_two_part_suffix};

    fn check(host: &str, domain: Option<&str>, suffix: &str, listed: Listed) {
        let names = Names::of(host);
        assert_eq!(names.domain, domain, "{host}");
        assert_eq!(names.suffix, suffix, "{host}");
        assert_eq!(names.listed, listed, "{host}");
    }

    #[test]
    fn hosts_are_cut_where_the_list_says() {
        check("acme.com", Some("acme.com"), "com", Listed::Registry);
        check(
            "a.b.bbc.co.uk",
            Some("bbc.co.uk"),
            "co.uk",
            Listed::Registry,
        );
        check("co.uk", None, "co.uk", Listed::Registry);
        check(
            "me.github.io",
            Some("me.github.io"),
            "github.io",
            Listed::Private,
        );
        check("github.io", None, "github.io", Listed::Private);
        check(
            "a.b.nosuchtld",
            Some("b.nosuchtld"),
            "nosuchtld",
            Listed::Not,
        );
        check(
            "www.xn--85x722f.xn--fiqs8s",
            Some("xn--85x722f.xn--fiqs8s"),
            "xn--fiqs8s",
            Listed::Registry,
        );
        check("localhost", None, "localhost", Listed::Not);
    }

    #[test]
    fn a_two_part_suffix_is_one_of_the_list() {
        assert!(is_two_part_suffix("co", "uk"));
        assert!(is_two_part_suffix("com", "au"));
        assert!(!is_two_part_suffix("co", "de"));
        assert!(!is_two_part_suffix("dev", "uk"));
        assert!(!is_two_part_suffix("co", "com"));
    }
}

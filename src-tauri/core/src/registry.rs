//! The format of the ACP agent registry: a list of agents, and how each is installed and started.
//!
//! A registry is whatever the person was given, so nothing in it is believed: texts are made visible and kept
//! short, addresses are text and nothing more, and what cannot be read is listed with the reason. Its icons
//! are never fetched. What an entry says is run only as the command of an agent that the person has agreed to.

use serde_json::{Map, Value};

use crate::text::visible;
use crate::view::{ListedAgent, RefusedEntry, RegistryFailure, RegistryProblem, WayKind, WayView};

/// The most bytes of a registry that are read.
pub const LARGEST: usize = 8 << 20;
/// Agents of one registry that are listed.
const MOST_AGENTS: usize = 500;
/// Entries that are listed as refused.
const MOST_REFUSED: usize = 100;
/// Characters of a name.
const MOST_NAME: usize = 80;
/// Characters of a description.
const MOST_TEXT: usize = 600;
/// Characters of an address, a package or an argument.
const MOST_WORD: usize = 500;
/// Arguments, and variables, of one command.
const MOST_WORDS: usize = 40;
/// Authors that are named.
const MOST_AUTHORS: usize = 10;

/// What a registry lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Registry {
    /// Its own version, as it says.
    pub(crate) version: Option<String>,
    pub(crate) agents: Vec<ListedAgent>,
    pub(crate) refused: Vec<RefusedEntry>,
    /// Entries beyond those.
    pub(crate) more: u32,
}

/// Reads a registry: an object with `agents`, a list of agents, or one agent alone. `platform` is this
/// machine's, as the registry names it, such as `linux-x86_64`.
///
/// # Errors
/// When it is none of these.
pub(crate) fn read(text: &str, platform: &str) -> Result<Registry, RegistryFailure> {
    if text.len() > LARGEST {
        return Err(RegistryFailure::TooLarge {
            limit: LARGEST as u64,
        });
    }
    let whole: Value = serde_json::from_str(text).map_err(|_| RegistryFailure::NotJson)?;
    let (version, entries) = match whole {
        Value::Array(entries) => (None, entries),
        Value::Object(mut members) => match members.remove("agents") {
            Some(Value::Array(entries)) => {
                let version = members.get("version").and_then(Value::as_str);
                (version.map(|it| short(it, MOST_NAME)), entries)
            }
            None if members.contains_key("distribution") => (None, vec![Value::Object(members)]),
            _ => return Err(RegistryFailure::NotRegistry),
        },
        _ => return Err(RegistryFailure::NotRegistry),
    };
    let mut registry = Registry {
        version,
        ..Registry::default()
    };
    let mut left = 0_usize;
    for (number, entry) in (1..).zip(&entries) {
        match agent(entry, platform, &registry.agents) {
            Ok(agent) if registry.agents.len() < MOST_AGENTS => registry.agents.push(agent),
            Err(problem) if registry.refused.len() < MOST_REFUSED => {
                let named = entry.get("id").or_else(|| entry.get("name"));
                registry.refused.push(RefusedEntry {
                    number,
                    name: named.and_then(Value::as_str).map(|it| short(it, MOST_NAME)),
                    problem,
                });
            }
            _ => left += 1,
        }
    }
    registry.more = u32::try_from(left).unwrap_or(u32::MAX);
    Ok(registry)
}

fn agent(
    entry: &Value,
    platform: &str,
    before: &[ListedAgent],
) -> Result<ListedAgent, RegistryProblem> {
    let Value::Object(members) = entry else {
        return Err(RegistryProblem::NotAgent);
    };
    let id = text(members, "id", MOST_NAME)?;
    let plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    if !id.starts_with(|it: char| it.is_ascii_lowercase()) || !id.chars().all(plain) {
        return Err(RegistryProblem::Id);
    }
    if before.iter().any(|it| it.id == id) {
        return Err(RegistryProblem::Twice);
    }
    let name = text(members, "name", MOST_NAME)?;
    if !fits_name(&name) {
        return Err(RegistryProblem::Hidden {
            member: "name".into(),
        });
    }
    let version = text(members, "version", MOST_NAME)?;
    let description = members
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let authors = members.get("authors").and_then(Value::as_array);
    let authors = authors.into_iter().flatten().filter_map(Value::as_str);
    let optional = |name: &str| {
        let text = members.get(name).and_then(Value::as_str);
        text.filter(|it| !it.trim().is_empty())
            .map(|it| short(it, MOST_WORD))
    };
    let ways = ways(members, platform)?;
    Ok(ListedAgent {
        known_name: is_known(&name),
        id,
        name,
        version: visible(&version),
        description: short(description, MOST_TEXT),
        authors: authors
            .take(MOST_AUTHORS)
            .map(|it| short(it, MOST_NAME))
            .collect(),
        license: optional("license"),
        repository: optional("repository"),
        website: optional("website"),
        ways,
    })
}

/// A text that must be there.
fn text(
    members: &Map<String, Value>,
    member: &str,
    most: usize,
) -> Result<String, RegistryProblem> {
    let found = members.get(member).and_then(Value::as_str);
    let found = found.map(str::trim).filter(|it| !it.is_empty());
    let Some(found) = found else {
        return Err(RegistryProblem::Missing {
            member: member.into(),
        });
    };
    if found.chars().count() > most {
        return Err(RegistryProblem::TooLong {
            member: member.into(),
        });
    }
    Ok(found.to_owned())
}

/// Whether a name is what it looks like: no hidden characters.
fn fits_name(name: &str) -> bool {
    visible(name) == name
}

/// Whether a name would pass for one of the well-known agents.
fn is_known(name: &str) -> bool {
    let bare = |text: &str| -> String {
        let skeleton: String = unicode_security::confusable_detection::skeleton(text).collect();
        let letters = skeleton.chars().filter(|it| it.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    // Both ways: a capital I imitates an l, and is no more than a capital i.
    let looks = |text: &str| [bare(text), bare(&text.to_lowercase())];
    let names = looks(name);
    let known = crate::known_agents::known();
    known
        .iter()
        .flat_map(|it| looks(&it.name))
        .any(|it| names.contains(&it))
}

/// The ways it is installed and started, those that fit this machine first.
fn ways(members: &Map<String, Value>, platform: &str) -> Result<Vec<WayView>, RegistryProblem> {
    let Some(Value::Object(all)) = members.get("distribution") else {
        return Err(RegistryProblem::Missing {
            member: "distribution".into(),
        });
    };
    let mut ways = Vec::new();
    for (member, kind) in [("npx", WayKind::Npx), ("uvx", WayKind::Uvx)] {
        if let Some(package) = all.get(member) {
            ways.push(package_way(package, kind)?);
        }
    }
    if let Some(Value::Object(targets)) = all.get("binary") {
        for (target, binary) in targets.iter().take(MOST_WORDS) {
            ways.push(binary_way(binary, target, platform)?);
        }
    }
    if ways.is_empty() {
        return Err(RegistryProblem::NoWay);
    }
    ways.sort_by_key(|it| !it.fits);
    Ok(ways)
}

fn package_way(package: &Value, kind: WayKind) -> Result<WayView, RegistryProblem> {
    let Value::Object(members) = package else {
        return Err(RegistryProblem::Way);
    };
    let name = text(members, "package", MOST_WORD)?;
    // An option in its place would change what is run.
    let plain = |it: char| it.is_ascii_graphic();
    if name.starts_with('-') || !name.chars().all(plain) {
        return Err(RegistryProblem::Package);
    }
    let mut command = match kind {
        WayKind::Npx => vec!["npx".to_owned(), "--yes".to_owned()],
        _ => vec!["uvx".to_owned()],
    };
    command.push(name);
    command.extend(arguments(members)?);
    Ok(WayView {
        kind,
        platform: None,
        fits: true,
        command: line(&command)?,
        archive: None,
        sha256: None,
        env: variables(members)?,
    })
}

fn binary_way(binary: &Value, target: &str, platform: &str) -> Result<WayView, RegistryProblem> {
    let Value::Object(members) = binary else {
        return Err(RegistryProblem::Way);
    };
    let archive = text(members, "archive", MOST_WORD)?;
    let web = url::Url::parse(&archive).is_ok_and(|it| {
        it.scheme() == "https" && it.username().is_empty() && it.password().is_none()
    });
    if !web || !archive.chars().all(|it| it.is_ascii_graphic()) {
        return Err(RegistryProblem::Archive);
    }
    let sha256 = members.get("sha256").and_then(Value::as_str);
    if sha256.is_some_and(|it| it.len() != 64 || !it.chars().all(|it| it.is_ascii_hexdigit())) {
        return Err(RegistryProblem::Archive);
    }
    let mut command = vec![text(members, "cmd", MOST_WORD)?];
    command.extend(arguments(members)?);
    Ok(WayView {
        kind: WayKind::Binary,
        platform: Some(short(target, MOST_NAME)),
        fits: target == platform,
        command: line(&command)?,
        archive: Some(archive),
        sha256: sha256.map(str::to_ascii_lowercase),
        env: variables(members)?,
    })
}

fn arguments(members: &Map<String, Value>) -> Result<Vec<String>, RegistryProblem> {
    let given = match members.get("args") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(given)) if given.len() <= MOST_WORDS => given,
        Some(_) => return Err(RegistryProblem::Way),
    };
    let words = given.iter().map(|it| {
        let word = it.as_str().filter(|it| it.chars().count() <= MOST_WORD);
        word.map(ToOwned::to_owned).ok_or(RegistryProblem::Way)
    });
    words.collect()
}

fn variables(members: &Map<String, Value>) -> Result<Vec<(String, String)>, RegistryProblem> {
    let given = match members.get("env") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Object(given)) if given.len() <= MOST_WORDS => given,
        Some(_) => return Err(RegistryProblem::Way),
    };
    let values = given.iter().map(|(name, value)| {
        let value = value
            .as_str()
            .filter(|it| it.chars().count() <= MOST_WORD && visible(it) == **it);
        let named = !name.is_empty() && name.chars().count() <= MOST_NAME && fits_name(name);
        match value {
            Some(value) if named => Ok((name.clone(), value.to_owned())),
            _ => Err(RegistryProblem::Way),
        }
    });
    values.collect()
}

/// A command as it would be typed. One with hidden characters is none: what is shown is what is run.
fn line(command: &[String]) -> Result<String, RegistryProblem> {
    let line = shell_words::join(command);
    if visible(&line) == line {
        Ok(line)
    } else {
        Err(RegistryProblem::Hidden {
            member: "cmd".into(),
        })
    }
}

/// A text fit to be shown, cut where it is too long.
fn short(text: &str, most: usize) -> String {
    let mut cut: String = text.trim().chars().take(most).collect();
    if cut.len() < text.trim().len() {
        cut.push('…');
    }
    visible(&cut)
}

//! Patterns: checked with the meaning of ECMA-262, in bounded time.
//!
//! Why two engines: the linear one cannot blow up, but knows neither look-arounds nor references back,
//! which password rules use; the backtracking one knows them. Why `regex-automata` and not `regex`: the
//! latter is linear in the length of the text, yet also in that of the pattern, and a pattern of a few
//! bytes such as `[ab]*a[ab]{5000}c` took half a minute on a megabyte. Here its lazy automaton may give
//! up, and the slow way is taken only when its cost, known beforehand, is small.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use regex_automata::Input;
use regex_automata::hybrid::dfa::{self, DFA};
use regex_automata::nfa::thompson::NFA;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::syntax;

use super::ecma::{Target, translate};

/// Longest pattern, in bytes.
const MOST_PATTERN: usize = 16 << 10;
/// Largest compiled pattern, in bytes.
const MOST_COMPILED: usize = 1 << 20;
/// Longest text of the linear engine, in bytes.
const MOST_TEXT: usize = 1 << 20;
/// Longest text of the backtracking engine, in characters.
const MOST_CHARACTERS: u64 = 2_000;
/// Most look-arounds times characters squared.
const MOST_LOOKING: u64 = 10_000_000;
/// Most steps back.
const MOST_BACKTRACKS: usize = 20_000;
/// Most states times bytes on the slow way of the linear engine, about a tenth of a second.
const MOST_STEPS: usize = 15_000_000;
/// How often the lazy automaton may forget its states before it has to show that they are of use.
const PATIENCE: usize = 3;

/// What a pattern says about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It matches somewhere.
    Matches,
    /// It does not.
    Fails,
    /// Nobody knows: it is not ECMA-262, does not compile, or hits a limit.
    Unchecked,
}

/// A pattern, compiled when first needed.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    source: String,
    engine: Arc<OnceLock<Engine>>,
}

#[derive(Debug)]
enum Engine {
    Linear {
        automaton: Box<DFA>,
        slow: Box<PikeVM>,
        states: usize,
    },
    Backtracking {
        regex: fancy_regex::Regex,
        look_arounds: u64,
    },
    None,
}

impl Pattern {
    /// Takes a pattern as it stands in the schema; compiles nothing.
    pub(super) fn new(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            engine: Arc::default(),
        }
    }

    /// As it stands in the schema.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Whether it may be checked at all, as far as its text tells: cheap, compiles nothing.
    pub(super) fn is_readable(&self) -> bool {
        self.source.len() <= MOST_PATTERN
            && guarded(|| translate(&self.source, Target::Linear).is_some()) == Some(true)
    }

    /// Whether it can be checked against short texts. Compiles it.
    pub(super) fn compiles(&self) -> bool {
        !matches!(self.engine(), Engine::None)
    }

    /// Whether it matches anywhere in the text. Compiles it when first asked.
    pub(super) fn check(&self, text: &str) -> Verdict {
        let matched = guarded(|| match self.engine() {
            Engine::Linear {
                automaton,
                slow,
                states,
            } => match_linear(automaton, slow, *states, text),
            Engine::Backtracking {
                regex,
                look_arounds,
            } => match_backtracking(regex, *look_arounds, text),
            Engine::None => None,
        });
        match matched.flatten() {
            Some(true) => Verdict::Matches,
            Some(false) => Verdict::Fails,
            None => Verdict::Unchecked,
        }
    }

    fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| {
            let usable = self.source.len() <= MOST_PATTERN;
            usable
                .then(|| guarded(|| compile(&self.source)).flatten())
                .flatten()
                .unwrap_or(Engine::None)
        })
    }
}

/// Engines have panicked on odd patterns before.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn compile(source: &str) -> Option<Engine> {
    compile_linear(source).or_else(|| compile_backtracking(source))
}

fn compile_linear(source: &str) -> Option<Engine> {
    let translated = translate(source, Target::Linear)?;
    let nfa = NFA::compiler()
        // Lets `(?-u:\B)` through, which can stand between the bytes of one character.
        .syntax(syntax::Config::new().utf8(false))
        .configure(
            NFA::config()
                .utf8(false)
                .nfa_size_limit(Some(MOST_COMPILED)),
        )
        .build(&translated.text)
        .ok()?;
    let states = nfa.states().len();
    let automaton = DFA::builder()
        .configure(
            dfa::Config::new()
                .minimum_cache_clear_count(Some(PATIENCE))
                // Making a state costs as much as there are states; so each has to serve as many bytes.
                .minimum_bytes_per_state(Some(states))
                .skip_cache_capacity_check(true),
        )
        .build_from_nfa(nfa.clone())
        .ok()?;
    let slow = PikeVM::new_from_nfa(nfa).ok()?;
    Some(Engine::Linear {
        automaton: Box::new(automaton),
        slow: Box::new(slow),
        states,
    })
}

fn compile_backtracking(source: &str) -> Option<Engine> {
    let translated = translate(source, Target::Backtracking)?;
    let regex = fancy_regex::RegexBuilder::new(&translated.text)
        .backtrack_limit(MOST_BACKTRACKS)
        .delegate_size_limit(MOST_COMPILED)
        .build()
        .ok()?;
    Some(Engine::Backtracking {
        regex,
        look_arounds: translated.look_arounds,
    })
}

fn match_linear(automaton: &DFA, slow: &PikeVM, states: usize, text: &str) -> Option<bool> {
    if text.len() > MOST_TEXT {
        return None;
    }
    let input = Input::new(text).earliest(true);
    match automaton.try_search_fwd(&mut automaton.create_cache(), &input) {
        Ok(found) => Some(found.is_some()),
        Err(_) if states.saturating_mul(text.len()) <= MOST_STEPS => {
            Some(slow.is_match(&mut slow.create_cache(), input))
        }
        Err(_) => None,
    }
}

fn match_backtracking(regex: &fancy_regex::Regex, look_arounds: u64, text: &str) -> Option<bool> {
    let most = usize::try_from(MOST_CHARACTERS).unwrap_or(usize::MAX);
    let characters = u64::try_from(text.chars().take(most + 1).count()).unwrap_or(u64::MAX);
    let looking = look_arounds.saturating_mul(characters * characters);
    if characters > MOST_CHARACTERS || looking > MOST_LOOKING {
        return None;
    }
    regex.is_match(text).ok()
}

#[cfg(test)]
mod tests;

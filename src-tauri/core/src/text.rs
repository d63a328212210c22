//! Agent text made fit to be seen: hidden characters become visible escapes.

/// Text of a form, a link, a title: control, bidi, invisible and odd blank characters become `⟨U+202E⟩`.
pub fn visible(_text: &str) -> String {
    unreachable!("in work")
}

/// The same for text that arrives in pieces; joins what a cut would tear apart.
#[derive(Debug, Clone, Default)]
pub struct Streamed {}

impl Streamed {
    /// Takes a piece and gives what can be shown of it now.
    pub fn push(&mut self, _piece: &str) -> String {
        unreachable!("in work")
    }

    /// Gives what was held back.
    pub fn finish(&mut self) -> String {
        unreachable!("in work")
    }
}

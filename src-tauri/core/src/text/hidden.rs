//! Which characters cannot be seen, and how they are written out.

use std::fmt::Write as _;

/// Characters without a shape of their own, or with a blank one, in ascending order: controls, marks
/// of direction, zero-width characters, fillers, selectors, tags and every blank but the space.
const HIDDEN: &[(u32, u32)] = &[
    (0x0000, 0x001F),
    (0x007F, 0x00A0),
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x1680, 0x1680),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2000, 0x200F),
    (0x2028, 0x202F),
    (0x205F, 0x206F),
    (0x2800, 0x2800),
    (0x3000, 0x3000),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    // Format controls of shorthand and of musical notation, which Unicode lets a renderer ignore too.
    (0x1_BCA0, 0x1_BCA3),
    (0x1_D173, 0x1_D17A),
    (0xE_0000, 0xE_0FFF),
];

/// Whether the character is shown as an escape. The line break and the tab are controls and count.
pub fn is_hidden(character: char) -> bool {
    if matches!(character, ' '..='~') {
        return false;
    }
    let code = u32::from(character);
    let next = HIDDEN.partition_point(|&(first, _)| first <= code);
    next.checked_sub(1)
        .is_some_and(|index| code <= HIDDEN[index].1)
}

/// Whether a hidden character is a blank: it takes up room, so it hides nothing but itself.
pub fn is_blank(character: char) -> bool {
    matches!(
        character,
        '\u{A0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{2800}' | '\u{3000}'
    )
}

/// Appends the character's number, as in `⟨U+202E⟩`.
pub fn escape_into(out: &mut String, character: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "⟨U+{:04X}⟩", u32::from(character));
}

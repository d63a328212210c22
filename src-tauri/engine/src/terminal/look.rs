//! How a cell looks, in the sixteen colours the interface has.
//!
//! Why sixteen: each has a shade for light and for dark windows that can be read. A colour given by
//! its parts would be chosen for a window we do not have.

use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::vte::ansi::{Color, NamedColor, Rgb};
use assent_core::view::TerminalLook;

/// The sixteen colours as most terminals have them, for finding the nearest.
const PALETTE: [[u8; 3]; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

/// How a cell looks.
pub(super) fn look(cell: &Cell) -> TerminalLook {
    let has = |flags| cell.flags.intersects(flags);
    TerminalLook {
        ink: colour(cell.fg),
        ground: colour(cell.bg),
        bold: has(Flags::BOLD),
        dim: has(Flags::DIM),
        italic: has(Flags::ITALIC),
        underline: has(Flags::ALL_UNDERLINES),
        strike: has(Flags::STRIKEOUT),
        inverse: has(Flags::INVERSE),
    }
}

fn colour(colour: Color) -> Option<u8> {
    match colour {
        Color::Named(name) => named(name),
        Color::Indexed(index) => Some(indexed(index)),
        Color::Spec(Rgb { r, g, b }) => Some(nearest([r, g, b])),
    }
}

/// One of the sixteen; none for the ordinary colours of text and ground.
fn named(name: NamedColor) -> Option<u8> {
    let number = name as usize;
    let dim = NamedColor::DimBlack as usize;
    let number = if (dim..dim + 8).contains(&number) {
        number - dim
    } else {
        number
    };
    u8::try_from(number).ok().filter(|number| *number < 16)
}

/// The 256 colours are the sixteen, a cube of six steps a side, and greys.
fn indexed(index: u8) -> u8 {
    let step = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..16 => index,
        16..232 => {
            let place = index - 16;
            nearest([step(place / 36), step(place / 6 % 6), step(place % 6)])
        }
        232.. => nearest([8 + 10 * (index - 232); 3]),
    }
}

fn nearest(wanted: [u8; 3]) -> u8 {
    let distance = |colour: &[u8; 3]| -> u32 {
        let parts = colour.iter().zip(wanted);
        parts
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
            .sum()
    };
    let nearest = (0u8..)
        .zip(&PALETTE)
        .min_by_key(|(_, colour)| distance(colour));
    nearest.map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_the_nearest_of_sixteen() {
        let check = |given, expected| assert_eq!(colour(given), expected, "{given:?}");
        check(Color::Named(NamedColor::Foreground), None);
        check(Color::Named(NamedColor::Background), None);
        check(Color::Named(NamedColor::BrightRed), Some(9));
        check(Color::Named(NamedColor::DimBlue), Some(4));
        check(Color::Indexed(3), Some(3));
        check(Color::Indexed(196), Some(9));
        check(Color::Indexed(232), Some(0));
        check(Color::Indexed(255), Some(7));
        check(
            Color::Spec(Rgb {
                r: 0,
                g: 250,
                b: 10,
            }),
            Some(10),
        );
    }
}

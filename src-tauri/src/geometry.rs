//! Where a window may stand: arithmetic only.

use serde::{Deserialize, Serialize};

/// The kinds of windows, each with a place of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The main one.
    Main,
    /// One for a session.
    Session,
}

/// The smallest size of a window, in logical pixels.
const SMALLEST: (f64, f64) = (480.0, 320.0);
/// The largest that is believed.
const LARGEST: f64 = 100_000.0;
/// How much of a window's head must be on a screen so that it can be taken hold of, in logical pixels.
const HANDLE: (f64, f64) = (120.0, 24.0);

impl Kind {
    /// Its size where nothing else is known, in logical pixels.
    pub fn usual(self) -> (f64, f64) {
        match self {
            Self::Main => (1100.0, 760.0),
            Self::Session => (760.0, 720.0),
        }
    }
}

/// How a window stood.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stood {
    /// Its inner size, in logical pixels.
    pub size: (f64, f64),
    /// Its outer corner, in physical pixels of the desktop; none where the desktop does not say.
    pub at: Option<(i32, i32)>,
    /// It filled the screen.
    pub maximized: bool,
}

/// A screen, as far as windows may use it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Screen {
    /// Its corner, in physical pixels.
    pub at: (i32, i32),
    /// Its size, in physical pixels.
    pub size: (u32, u32),
    /// Physical pixels for each logical one.
    pub scale: f64,
}

/// How a window is to stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand {
    /// Its inner size, in logical pixels.
    pub size: (f64, f64),
    /// Its outer corner, in physical pixels; none: where the desktop puts it.
    pub at: Option<(i32, i32)>,
    /// It is to fill the screen.
    pub maximized: bool,
}

impl Screen {
    fn holds(&self, (x, y): (f64, f64)) -> bool {
        let (left, top) = (f64::from(self.at.0), f64::from(self.at.1));
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        (left..left + width).contains(&x) && (top..top + height).contains(&y)
    }

    fn logical(&self) -> (f64, f64) {
        let scale = if self.scale > 0.0 { self.scale } else { 1.0 };
        (
            f64::from(self.size.0) / scale,
            f64::from(self.size.1) / scale,
        )
    }

    /// Whether a window in this corner can be taken hold of by its head.
    fn reaches(&self, (x, y): (i32, i32), width: f64) -> bool {
        let scale = if self.scale > 0.0 { self.scale } else { 1.0 };
        let (handle, head) = (HANDLE.0 * scale, HANDLE.1 * scale);
        let (x, y, width) = (f64::from(x), f64::from(y), width * scale);
        let left = x.max(f64::from(self.at.0));
        let right = (x + width).min(f64::from(self.at.0) + f64::from(self.size.0));
        right - left >= handle.min(width) && self.holds((left, y)) && self.holds((left, y + head))
    }
}

/// How a window of a kind is to stand, from how one stood and the screens there are, the first of them the main
/// one. It is never larger than its screen, and its head is always in reach.
pub fn stand(kind: Kind, stood: Option<Stood>, screens: &[Screen]) -> Stand {
    let usual = kind.usual();
    let stood = stood.filter(|it| {
        let real = |side: f64| side.is_finite() && (1.0..LARGEST).contains(&side);
        real(it.size.0) && real(it.size.1)
    });
    let size = stood.map_or(usual, |it| it.size);
    let at = stood.and_then(|it| it.at);
    let on = at.and_then(|at| {
        // The one its corner is on, before those that it only reaches into.
        let corner = (f64::from(at.0), f64::from(at.1));
        let mut near: Vec<&Screen> = screens.iter().collect();
        near.sort_by_key(|screen| !screen.holds(corner));
        near.into_iter().find(|screen| screen.reaches(at, size.0))
    });
    let room = on.or(screens.first()).map(Screen::logical);
    let fit = |wanted: f64, smallest: f64, room: Option<f64>| {
        // Where there is less room than the smallest window needs, the desktop has to see to it.
        wanted.min(room.unwrap_or(f64::INFINITY)).max(smallest)
    };
    Stand {
        size: (
            fit(size.0, SMALLEST.0, room.map(|it| it.0)),
            fit(size.1, SMALLEST.1, room.map(|it| it.1)),
        ),
        at: on.and(at),
        maximized: stood.is_some_and(|it| it.maximized),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Screen = Screen {
        at: (0, 0),
        size: (1280, 900),
        scale: 1.0,
    };
    /// To the left of the first, twice as dense.
    const LEFT: Screen = Screen {
        at: (-2560, 0),
        size: (2560, 1440),
        scale: 2.0,
    };

    /// A size and a place, as [`Stood`] has them.
    type Was = ((f64, f64), Option<(i32, i32)>);

    fn check(stood: Option<Was>, screens: &[Screen], size: (f64, f64), at: Option<(i32, i32)>) {
        let stood = stood.map(|(size, at)| Stood {
            size,
            at,
            maximized: false,
        });
        let found = stand(Kind::Main, stood, screens);
        assert_eq!((found.size, found.at), (size, at), "{stood:?} {screens:?}");
    }

    #[test]
    fn a_window_stands_where_it_stood() {
        let size = (800.0, 600.0);
        check(None, &[SCREEN], (1100.0, 760.0), None);
        check(Some((size, None)), &[SCREEN], size, None);
        check(
            Some((size, Some((100, 50)))),
            &[SCREEN],
            size,
            Some((100, 50)),
        );
        check(
            Some((size, Some((-2000, 50)))),
            &[SCREEN, LEFT],
            size,
            Some((-2000, 50)),
        );
        // A part of it beyond the edge is the person's own doing, as long as its head is in reach.
        check(
            Some((size, Some((-600, 50)))),
            &[SCREEN],
            size,
            Some((-600, 50)),
        );
        check(
            Some((size, Some((1100, 800)))),
            &[SCREEN],
            size,
            Some((1100, 800)),
        );
    }

    #[test]
    fn a_window_is_never_out_of_sight() {
        let size = (800.0, 600.0);
        for at in [
            (-2000, 50),
            (-700, 50),
            (1200, 50),
            (5000, 5000),
            (100, -30),
            (100, 890),
            (i32::MIN, i32::MAX),
        ] {
            check(Some((size, Some(at))), &[SCREEN], size, None);
        }
        // The screen it stood on is gone.
        check(Some((size, Some((-2000, 50)))), &[SCREEN], size, None);
        check(Some((size, Some((100, 50)))), &[], size, None);
    }

    #[test]
    fn a_window_is_never_larger_than_its_screen_nor_too_small() {
        let at = Some((0, 0));
        check(Some(((3000.0, 2000.0), at)), &[SCREEN], (1280.0, 900.0), at);
        check(
            Some(((3000.0, 2000.0), Some((-2560, 0)))),
            &[SCREEN, LEFT],
            (1280.0, 720.0),
            Some((-2560, 0)),
        );
        check(Some(((10.0, 10.0), at)), &[SCREEN], (480.0, 320.0), at);
        let tiny = Screen {
            size: (320, 200),
            ..SCREEN
        };
        check(None, &[tiny], (480.0, 320.0), None);
        let none = Screen {
            scale: 0.0,
            ..SCREEN
        };
        check(Some(((800.0, 600.0), at)), &[none], (800.0, 600.0), at);
    }

    #[test]
    fn what_cannot_be_a_size_is_not_believed() {
        for odd in [0.0, -5.0, f64::NAN, f64::INFINITY, 1e9] {
            check(
                Some(((odd, 600.0), Some((5, 5)))),
                &[SCREEN],
                (1100.0, 760.0),
                None,
            );
            check(Some(((800.0, odd), None)), &[SCREEN], (1100.0, 760.0), None);
        }
    }

    #[test]
    fn each_kind_has_its_usual_size_and_fills_the_screen_again() {
        assert_eq!(stand(Kind::Session, None, &[]).size, (760.0, 720.0));
        let stood = Stood {
            size: (800.0, 600.0),
            at: None,
            maximized: true,
        };
        assert!(stand(Kind::Main, Some(stood), &[SCREEN]).maximized);
    }
}

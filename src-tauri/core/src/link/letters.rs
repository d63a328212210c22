//! Letters that pass for others: tables for [`super::looks`], [`super::idn`] and [`super::tricky`].
//!
//! Sources: UTS 39 (confusables and identifier status, through `unicode-security`) is the base and is not
//! repeated here. The letters beyond it (those that pass for Latin in each script and the domains where they
//! are at home, digit look-alikes, stroke letters, kana) are facts taken from Chromium's IDN spoof checker
//! and skeleton generator (`components/url_formatter/spoof_checks`, BSD-3-Clause), sorted, without what
//! UTS 39 does not allow in names, and checked against the shapes in the fonts of the three systems.

use unicode_script::Script;

/// A script of which whole words can pass for Latin ones.
pub(super) struct Passing {
    pub(super) script: Script,
    /// Letters and digits that a reader takes for Latin ones, beside those of UTS 39; only such as it
    /// allows in names at all.
    pub(super) letters: &'static str,
    /// Top-level domains where names are written in this script.
    pub(super) home: &'static [&'static str],
}

/// The scripts with such words.
pub(super) const PASSING: &[Passing] = &[
    Passing {
        script: Script::Armenian,
        letters: "ագզէլհյոսւօ",
        home: &["am"],
    },
    Passing {
        script: Script::Cyrillic,
        letters: "агекопрсухъыьюѕіјґҫұҳһҽҿӏӕԥ",
        home: &[
            "bg", "by", "kg", "kz", "mk", "mn", "rs", "ru", "su", "tj", "ua", "uz",
        ],
    },
    Passing {
        script: Script::Ethiopic,
        letters: "ሀሠሰስበተነከዐዕዘጠፐ",
        home: &["er", "et"],
    },
    Passing {
        script: Script::Georgian,
        letters: "იოყძხ",
        home: &["ge"],
    },
    Passing {
        script: Script::Greek,
        letters: "αγηικνορστυω",
        home: &["cy", "gr"],
    },
    Passing {
        script: Script::Hebrew,
        letters: "דוחטיןס",
        home: &["il"],
    },
    Passing {
        script: Script::Arabic,
        letters: "اه",
        home: &[
            "ae", "af", "bh", "dz", "eg", "iq", "ir", "jo", "kw", "lb", "ly", "ma", "om", "pk",
            "ps", "qa", "sa", "sd", "sy", "tn", "ye",
        ],
    },
    Passing {
        script: Script::Bengali,
        letters: "০৭",
        home: &[],
    },
    Passing {
        script: Script::Devanagari,
        letters: "०",
        home: &[],
    },
    Passing {
        script: Script::Gujarati,
        letters: "ટડ૦૧",
        home: &[],
    },
    Passing {
        script: Script::Kannada,
        letters: "೦೧",
        home: &[],
    },
    Passing {
        script: Script::Malayalam,
        letters: "ടഠധനറ",
        home: &[],
    },
    Passing {
        script: Script::Oriya,
        letters: "ଠ",
        home: &[],
    },
    Passing {
        script: Script::Tamil,
        letters: "டப",
        home: &[],
    },
    Passing {
        script: Script::Myanmar,
        letters: "ခဂငထပဝ၀၂ၜ",
        home: &["mm"],
    },
    Passing {
        script: Script::Thai,
        letters: "ดทนบปพฟมรลหเแ๐",
        home: &["th"],
    },
    Passing {
        script: Script::Lao,
        letters: "ບພຟຣຮ໐",
        home: &["la"],
    },
];

/// Taken for Latin by UTS 39, but for a digit, which no reader expects in a word.
pub(super) const NO_LETTERS: &str = "б";

/// Letters of living languages that pass for others everywhere else, and where they are at home.
pub(super) const HOME_LETTERS: &[(&str, &[&str])] = &[
    ("þð", &["is", "fo"]),
    ("ə", &["az"]),
    ("ħ", &["mt"]),
    ("ŧŋ", &["no", "se", "fi"]),
];

/// Latin letters that UTS 39 takes for plain ones, and where nobody would.
pub(super) const HOME_LIGATURES: &[(&str, &[&str])] = &[
    ("ı", &["tr", "az", "cy"]),
    ("æ", &["dk", "no", "is", "fo", "gl"]),
    ("œ", &["fr", "be", "ch", "ca", "lu"]),
    ("þ", &["is", "fo"]),
];

/// What other letters look like to a quick reader, beside what UTS 39 says, for comparing with known
/// names only: in a whole word most of these give themselves away.
pub(super) const LOOKS: &[(&str, &str)] = &[
    ("ae", "æӕ"),
    ("b", "въь"),
    ("bl", "ы"),
    ("c", "ҫင"),
    ("d", "đძ"),
    ("e", "əεєҽҿ"),
    ("f", "ғ"),
    ("g", "ဌ"),
    ("h", "ħнћңҥ"),
    ("j", "၂"),
    ("k", "κкқҟҡ"),
    ("l", "łӏ"),
    ("lo", "ю"),
    ("m", "м"),
    ("n", "ŋηпԥחก"),
    ("o", "øơ०০૦ଠ೦ഠ๐໐ဝ၀"),
    ("oe", "œ"),
    ("p", "þ"),
    ("q", "գզ৭૧"),
    ("r", "гґ"),
    ("s", "ടรຣຮ"),
    ("t", "ŧτтҭ丁七丅丆十"),
    ("u", "υսบບ"),
    ("w", "ωшщพฟພຟ"),
    ("x", "χхҳ乂"),
    ("y", "ұ丫"),
    ("z", "ʒ"),
    ("0", "θ"),
    ("2", "շ२২૨೩೭"),
    ("3", "зҙӡउওਤ૩ဒვპ"),
    ("4", "ㄐ"),
    ("6", "ճ"),
    ("8", "৪"),
    ("9", "૭"),
    ("-", "—―ー一"),
];

/// Letters that pass for digits where all around them are digits.
pub(super) const DIGIT_LOOKS: &str = "θзҙӡճշउওਤੜဒვკპ〇ㄐ";

/// The zeros of the decimal digits that names may contain.
pub(super) const ZEROS: &[u32] = &[
    0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810,
];

/// Characters that UTS 39 allows and that are hard to tell from punctuation or from a plain letter:
/// inverted and letter apostrophes, a modifier for voicing, kra, the overlaid solidus, the hyphens and
/// quotation marks of other scripts; caron vowels, Latin letters with a dot or line below or above,
/// Greek letters with several signs; letters of Kashmiri and Tibetan that some systems draw as nothing.
pub(super) const TRICKY: &[(char, char)] = &[
    ('\u{138}', '\u{138}'),
    ('\u{1CD}', '\u{1DC}'),
    ('\u{2BB}', '\u{2BC}'),
    ('\u{2EC}', '\u{2EC}'),
    ('\u{338}', '\u{338}'),
    ('\u{58A}', '\u{58A}'),
    ('\u{620}', '\u{620}'),
    ('\u{F8C}', '\u{F8F}'),
    ('\u{1E00}', '\u{1E9B}'),
    ('\u{1F00}', '\u{1FFF}'),
    ('\u{2010}', '\u{2010}'),
    ('\u{2019}', '\u{2019}'),
    ('\u{2027}', '\u{2027}'),
    ('\u{30A0}', '\u{30A0}'),
];

/// Chinese strokes and simple signs that pass for a hyphen, a slash or a letter beside Latin.
pub(super) const STROKES: &str = "〇ㄈㄐㄒㄚㄟㄧㄨㄩㆲㆳㆺ一丁七丄丅丆丨丫丬丶丿乀乁乂乙乚乛亅二亠冂冖冫几凵匚匸十卜卩厂厶口囗宀巛工彡讠";

/// Kana and strokes that pass for a slash between letters that are not Japanese.
pub(super) const SLASHES: &str = "ソゾノン丶丿乀乁";

/// Characters that Unicode has had only since version 18: browsers of today read a host with one of them
/// as an error.
pub(super) const TOO_NEW: core::ops::RangeInclusive<char> = '\u{33480}'..='\u{3FFFD}';

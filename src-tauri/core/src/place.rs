//! What was looked at when the program ended, so that it is looked at again: kept apart from the sessions, whose
//! files need not be written again for it.

use serde::{Deserialize, Serialize};

/// What the windows showed. Sessions are named as they are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptPlace {
    /// The session shown in the main window.
    pub front: Option<String>,
    /// The sessions that had windows of their own.
    pub own: Vec<String>,
}

impl KeptPlace {
    /// As it is kept.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From what was kept. The first versions kept the session of the main window alone, as a name.
    pub fn from_json(text: &str) -> Option<Self> {
        let alone = |name| Self {
            front: Some(name),
            own: Vec::new(),
        };
        let front = serde_json::from_str(text).map(alone);
        front.or_else(|_| serde_json::from_str(text)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let place = KeptPlace {
            front: Some("a".into()),
            own: vec!["b".into(), "a".into()],
        };
        assert_eq!(KeptPlace::from_json(&place.to_json()), Some(place));
        let front = |name: &str| KeptPlace {
            front: Some(name.into()),
            own: Vec::new(),
        };
        assert_eq!(KeptPlace::from_json("\"a\""), Some(front("a")));
        assert_eq!(KeptPlace::from_json(r#"{"front":"a"}"#), Some(front("a")));
        assert_eq!(KeptPlace::from_json("{}"), Some(KeptPlace::default()));
        for odd in ["", "[1]", "null", "{\"front\":3}"] {
            assert_eq!(KeptPlace::from_json(odd), None, "{odd}");
        }
    }
}

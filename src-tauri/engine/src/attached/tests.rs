use assent_core::attach::{LARGEST_PICTURE, LARGEST_TEXT};

use super::*;

const ALL: PromptCan = PromptCan {
    elsewhere: false,
    pictures: true,
    sounds: true,
    embedded: true,
};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().canonicalize().unwrap().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn read(&self, path: &Path, can: PromptCan) -> FileRead {
        let within = Some(vec![self.0.path().to_str().unwrap().to_owned()]);
        let path = path.to_str().unwrap().to_owned();
        read_all(&[ReadFile { path, within }], can).remove(0)
    }
}

#[test]
fn files_that_are_chosen_are_looked_at() {
    let folder = Folder::new();
    let picture = folder.put("a.txt", b"GIF89a....");
    let text = folder.put("b.png", b"words");
    let inside = folder.put("sub/c.bin", b"\0\x01");
    let sub = inside.parent().unwrap().to_owned();
    let missing = sub.join("missing");
    let paths = [picture, text, inside, sub, missing, "relative".into()];
    let (found, failed) = look_at(&paths);
    let seen: Vec<_> = found
        .iter()
        .map(|it| (it.kind, it.bytes, it.picture.is_some()))
        .collect();
    assert_eq!(
        seen,
        [
            (AttachedKind::Picture, Some(10), true),
            (AttachedKind::Text, Some(5), false),
            (AttachedKind::Other, Some(2), false),
            (AttachedKind::Folder, None, false),
        ]
    );
    assert_eq!(failed, 2);
}

#[test]
fn what_is_read_is_what_the_agent_takes() {
    let folder = Folder::new();
    let check = |bytes: &[u8], can: PromptCan, expected: Content| {
        let path = folder.put("file", bytes);
        assert_eq!(folder.read(&path, can).content, expected);
    };
    let none = PromptCan::default();
    let size = |limit: u64| vec![b'a'; usize::try_from(limit).unwrap()];
    check(b"words", ALL, Content::Text("words".into()));
    check(b"words", none, Content::Link(None));
    check(b"GIF89a", ALL, Content::Data("R0lGODlh".into()));
    check(b"GIF89a", none, Content::Link(Some(WhyLink::NotTaken)));
    check(b"\0", ALL, Content::Link(None));
    // The head is text and the rest is not.
    let mut odd = size(HEAD as u64);
    odd.push(0xff);
    check(&odd, ALL, Content::Link(None));
    let text = size(LARGEST_TEXT);
    check(
        &text,
        ALL,
        Content::Text(String::from_utf8(text.clone()).unwrap()),
    );
    check(
        &size(LARGEST_TEXT + 1),
        ALL,
        Content::Link(Some(WhyLink::TooLarge)),
    );
}

#[test]
fn a_message_has_room_for_so_much_only() {
    let folder = Folder::new();
    let mut picture = b"GIF89a".to_vec();
    picture.resize(usize::try_from(LARGEST_PICTURE).unwrap(), 0);
    let path = folder.put("large", &picture).to_str().unwrap().to_owned();
    let files = vec![ReadFile { path, within: None }; 6];
    let full: Vec<bool> = read_all(&files, ALL)
        .iter()
        .map(|it| matches!(it.content, Content::Data(_)))
        .collect();
    assert_eq!(full, [true, true, true, true, false, false]);
}

#[cfg(unix)]
#[test]
fn a_mention_that_leads_out_of_the_folders_is_not_read() {
    let folder = Folder::new();
    let other = Folder::new();
    let secret = other.put("secret", b"secret");
    let path = folder.put("notes", b"notes");
    assert_eq!(
        folder.read(&path, ALL).content,
        Content::Text("notes".into())
    );
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        folder.read(&path, ALL).content,
        Content::Link(Some(WhyLink::Unreadable))
    );
    std::os::unix::fs::symlink(&secret, &path).unwrap();
    assert_eq!(
        folder.read(&path, ALL).content,
        Content::Link(Some(WhyLink::Outside))
    );
    assert_eq!(
        folder.read(&secret, ALL).content,
        Content::Link(Some(WhyLink::Outside))
    );
}

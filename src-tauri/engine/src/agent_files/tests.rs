use super::*;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("root")).unwrap();
        std::fs::write(folder.path().join("root/a.txt"), "one\ntwo\r\nthree").unwrap();
        std::fs::write(folder.path().join("secret.txt"), "outside").unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        let path = self.folder.path().canonicalize().unwrap().join(name);
        path.to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str, line: Option<u64>, limit: Option<u64>) -> FileOutcome {
        let path = self.path(name);
        let call = FileCall::Read { path, line, limit };
        carry_out(&call, &[self.path("root")], None)
    }

    fn write(&self, name: &str, content: &str) -> FileOutcome {
        let call = FileCall::Write {
            path: self.path(name),
            content: content.to_owned(),
        };
        carry_out(&call, &[self.path("root")], None)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

#[test]
fn lines_are_counted_from_one() {
    let place = Place::new();
    let check = |line, limit, expected: &str| {
        let got = place.read("root/a.txt", line, limit);
        assert_eq!(
            got,
            FileOutcome::Read(expected.to_owned()),
            "{line:?} {limit:?}"
        );
    };
    check(None, None, "one\ntwo\r\nthree");
    check(Some(1), Some(1), "one\n");
    check(Some(0), Some(1), "one\n");
    check(Some(2), None, "two\r\nthree");
    check(Some(2), Some(1), "two\r\n");
    check(Some(4), None, "");
    check(None, Some(0), "");
    check(None, Some(u64::MAX), "one\ntwo\r\nthree");
}

#[test]
fn what_cannot_be_read_is_told_apart() {
    let place = Place::new();
    std::fs::write(place.path("root/picture"), [0xff, 0xfe]).unwrap();
    let file = std::fs::File::create(place.path("root/large")).unwrap();
    file.set_len(LARGEST + 1).unwrap();
    let check = |name, expected| assert_eq!(place.read(name, None, None), expected, "{name}");
    check("root/missing", FileOutcome::Missing);
    check("root/missing/deeper", FileOutcome::Missing);
    check("root", FileOutcome::NotFile);
    check("root/picture", FileOutcome::NotText);
    check("root/large", FileOutcome::TooLarge { limit: LARGEST });
}

#[test]
fn what_leads_outside_is_not_touched() {
    let place = Place::new();
    let check = |name: &str, resolved: &str| {
        let outside = |before: Option<&str>| FileOutcome::Outside {
            resolved: place.path(resolved),
            before: before.map(ToOwned::to_owned),
        };
        assert_eq!(place.read(name, None, None), outside(None), "{name}");
        let before = std::fs::read_to_string(place.path(resolved)).ok();
        assert_eq!(
            place.write(name, "new"),
            outside(before.as_deref()),
            "{name}"
        );
        let after = std::fs::read_to_string(place.path(resolved)).ok();
        assert_eq!(before, after, "{name}");
    };
    check("secret.txt", "secret.txt");
    check("root/../secret.txt", "secret.txt");
    check("root/missing/../../secret.txt", "secret.txt");
    check("roots/new", "roots/new");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.txt", place.path("root/link")).unwrap();
        std::os::unix::fs::symlink("..", place.path("root/up")).unwrap();
        std::os::unix::fs::symlink(place.path("root/up"), place.path("root/twice")).unwrap();
        check("root/link", "secret.txt");
        check("root/up/secret.txt", "secret.txt");
        check("root/twice/new.txt", "new.txt");
    }
}

#[test]
fn a_place_that_was_allowed_is_that_place_and_no_other() {
    let place = Place::new();
    let call = FileCall::Read {
        path: place.path("secret.txt"),
        line: None,
        limit: None,
    };
    let roots = [place.path("root")];
    let with = |allowed: &str| carry_out(&call, &roots, Some(&place.path(allowed)));
    assert_eq!(with("secret.txt"), FileOutcome::Read("outside".to_owned()));
    assert!(matches!(with("other.txt"), FileOutcome::Outside { .. }));
}

#[test]
fn a_write_makes_what_is_missing_and_replaces_what_is_there() {
    let place = Place::new();
    assert_eq!(
        place.write("root/new/deep/b.txt", "grüß"),
        FileOutcome::Written
    );
    assert_eq!(place.text("root/new/deep/b.txt"), "grüß");
    assert_eq!(place.write("root/a.txt", ""), FileOutcome::Written);
    assert_eq!(place.text("root/a.txt"), "");
    assert_eq!(place.write("root/new", "x"), FileOutcome::NotFile);
    let names = std::fs::read_dir(place.path("root/new/deep")).unwrap();
    assert_eq!(names.count(), 1, "nothing is left beside it");
}

#[cfg(unix)]
#[test]
fn a_write_keeps_permissions_and_links() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::new();
    let script = place.path("root/a.txt");
    std::fs::set_permissions(&script, Permissions::from_mode(0o750)).unwrap();
    std::os::unix::fs::symlink("a.txt", place.path("root/link")).unwrap();
    assert_eq!(place.write("root/link", "new"), FileOutcome::Written);
    assert_eq!(place.text("root/a.txt"), "new");
    let link = std::fs::symlink_metadata(place.path("root/link")).unwrap();
    assert!(link.is_symlink());
    let mode = std::fs::metadata(&script).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    std::fs::set_permissions(&script, Permissions::from_mode(0o440)).unwrap();
    assert!(matches!(
        place.write("root/a.txt", "x"),
        FileOutcome::Failed { .. }
    ));
    assert_eq!(place.text("root/a.txt"), "new");
}

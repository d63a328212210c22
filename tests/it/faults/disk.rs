//! Data folders that cannot be made or written, and disks that are full.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use assent_core::id::SessionKey;
use assent_core::intent::{Find, Intent};
use assent_core::page::{Page, PageId};
use assent_tests::proof::Figures;
use serde_json::{Value, json};

use crate::stage::{Stage, form, link, opened, polite};

/// A disk of a megabyte. Gone when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None where no disk can be made: only root can, and only on Linux.
    fn at(folder: &Path) -> Option<Self> {
        std::fs::create_dir_all(folder).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "none"]);
        let made = mount.arg(folder).output().ok()?.status.success();
        made.then(|| Self(folder.to_owned()))
    }

    fn remount(&self, how: &str) {
        let how = format!("remount,{how}");
        let done = Command::new("mount")
            .args(["-o", &how])
            .arg(&self.0)
            .status();
        assert!(done.unwrap().success());
    }

    fn ballast(&self) -> PathBuf {
        self.0.join("ballast")
    }

    fn fill(&self) {
        let mut ballast = std::fs::File::create(self.ballast()).unwrap();
        while std::io::Write::write_all(&mut ballast, &[0; 4096]).is_ok() {}
        while std::io::Write::write_all(&mut ballast, &[0]).is_ok() {}
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").arg("-l").arg(&self.0).status().ok();
    }
}

/// Hears the passing lines from now on, by their codes.
fn hear(stage: &Stage) -> Arc<Mutex<Vec<String>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let noting = Arc::clone(&heard);
    stage.engine.subscribe(
        Page::all(PageId(2)),
        Box::new(move |line: &str| {
            let down: Value = serde_json::from_str(line).unwrap();
            let ops = down["patch"]["ops"].as_array();
            for op in ops.into_iter().flatten().filter(|it| it["op"] == "notice") {
                let code = op["notice"]["code"].as_str().unwrap().to_owned();
                noting.lock().unwrap().push(code);
            }
            true
        }),
    );
    heard
}

fn said(stage: &Stage, heard: &Mutex<Vec<String>>, code: &str) {
    stage.until(code, |_| {
        let heard = heard.lock().unwrap();
        heard.iter().any(|it| it == code).then_some(())
    });
}

/// Each change of the composer has a number of its own.
static WRITTEN: AtomicU32 = AtomicU32::new(1);

fn compose(stage: &Stage, text: &str) {
    let session = stage.snapshot()["sessions"][0]["head"]["id"].as_u64();
    stage.engine.send(Intent::Compose {
        session: SessionKey(u32::try_from(session.unwrap()).unwrap()),
        text: text.into(),
        seq: WRITTEN.fetch_add(1, Ordering::Relaxed),
    });
}

/// A turn with a form and a link, both answered while the disk takes nothing.
fn a_turn(stage: &Stage) {
    let words = json!({"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "first words"}});
    stage.follow(&[
        polite(),
        opened(),
        json!({"send": {"method": "session/update", "params": {"sessionId": "s1", "update": words}}}),
        form(&json!(1), &json!({})),
        link(&json!(2), "https://login.example.com/"),
        json!({"expect_answer": 1}),
        json!({"expect_answer": 2}),
        json!({"reply": {"stopReason": "end_turn"}, "to": "prompt"}),
    ]);
    super::prompt(stage);
    let (ask, second) = (stage.ask(0), stage.ask(1));
    stage.engine.send(Intent::Submit { ask, secret: false });
    stage.engine.send(Intent::Decline { ask: second });
    assert_eq!(
        stage.answer(&json!(1))["result"],
        json!({"action": "accept", "content": {}})
    );
    assert_eq!(
        stage.answer(&json!(2))["result"],
        json!({"action": "decline"})
    );
    compose(stage, "half a thought");
}

/// That what happened in that turn is there in the next run.
fn is_there(data: &Path) {
    let stage = Stage::on(data.to_owned());
    let snapshot = stage.until("the session and the record", |it| {
        let there = it["sessions"][0]["head"].is_object() && it["record"][0].is_object();
        there.then(|| it.clone())
    });
    let id = snapshot["sessions"][0]["head"]["id"].as_u64().unwrap();
    let session = SessionKey(u32::try_from(id).unwrap());
    stage
        .engine
        .send(Intent::Find(Find::Transcript { session }));
    let session = stage.until("the transcript", |it| {
        let session = &it["sessions"][0];
        (session["head"]["shelved"] == false).then(|| session.clone())
    });
    let entries = session["entries"].to_string();
    assert!(entries.contains("what I asked") && entries.contains("first words"));
    assert_eq!(session["head"]["composer"], "half a thought");
    assert_eq!(snapshot["record"][0]["host"], "login.example.com");
    assert_eq!(snapshot["record"][0]["action"], "declined");
    let record = std::fs::read_to_string(data.join("consent.jsonl")).unwrap();
    for line in record.lines() {
        serde_json::from_str::<Value>(line).expect("whole lines");
    }
    stage.quit();
}

#[test]
fn a_full_disk_is_told_and_what_it_did_not_take_is_written_once_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let Some(disk) = SmallDisk::at(&data) else {
        return;
    };
    let stage = Stage::on(data.clone());
    let heard = hear(&stage);
    stage.snapshot();
    disk.fill();
    a_turn(&stage);
    said(&stage, &heard, "not-kept");
    std::fs::remove_file(disk.ballast()).unwrap();
    stage.quit();
    drop(stage);
    is_there(&data);
    Figures {
        name: "a full disk",
        runs: 1,
        faults: 1,
        answered: 2,
        ..Figures::default()
    }
    .note();
}

#[test]
fn a_disk_that_can_only_be_read_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let Some(disk) = SmallDisk::at(&data) else {
        return;
    };
    let stage = Stage::on(data.clone());
    a_turn(&stage);
    stage.quit();
    drop(stage);
    is_there(&data);
    let files = super::files::all(&data);
    disk.remount("ro");
    let stage = Stage::on(data.clone());
    let heard = hear(&stage);
    stage.until("the session", |it| {
        it["sessions"][0]["head"].is_object().then_some(())
    });
    compose(&stage, "not to be kept");
    said(&stage, &heard, "not-kept");
    stage.quit();
    drop(stage);
    assert_eq!(super::files::all(&data), files, "nothing was touched");
    disk.remount("rw");
    is_there(&data);
    Figures {
        name: "a disk that can only be read",
        runs: 2,
        faults: 1,
        answered: 2,
        ..Figures::default()
    }
    .note();
}

#[test]
fn without_a_place_for_its_folder_it_works_and_says_that_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "not a folder").unwrap();
    let stage = Stage::on(file.join("data"));
    let heard = hear(&stage);
    a_turn(&stage);
    said(&stage, &heard, "not-kept");
    stage.quit();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

#[test]
fn a_folder_that_is_taken_away_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("deep/in/data");
    let stage = Stage::on(data.clone());
    a_turn(&stage);
    std::fs::remove_dir_all(folder.path().join("deep")).unwrap();
    compose(&stage, "another thought");
    stage.quit();
    drop(stage);
    let stage = Stage::on(data);
    stage.until("the session", |it| {
        (it["sessions"][0]["head"]["composer"] == "another thought").then_some(())
    });
}

//! The machine: files outside of the folder, and commands that do not end.

use std::path::Path;

use serde_json::{Value, json};

use super::alone::{Figures, alone, peak, watch};
use crate::stage::{Stage, opened, polite};

fn send(id: &str, method: &str, params: &Value) -> Value {
    let mut params = params.clone();
    params["sessionId"] = json!("s1");
    json!({"send": {"id": id, "method": method, "params": params}})
}

#[test]
#[cfg(unix)]
fn files_outside_of_the_folder() {
    use std::os::unix::fs::symlink;

    alone("files_outside_of_the_folder", 200, || {
        let elsewhere = tempfile::tempdir().unwrap();
        let secret = elsewhere.path().canonicalize().unwrap().join("secret");
        std::fs::write(&secret, "outside").unwrap();
        let stage = Stage::empty();
        watch(&stage);
        let folder = stage.folder.path().canonicalize().unwrap();
        std::fs::create_dir(folder.join("sub")).unwrap();
        std::fs::write(folder.join("inside"), "inside").unwrap();
        symlink(&secret, folder.join("link")).unwrap();
        symlink(elsewhere.path(), folder.join("way")).unwrap();
        symlink(folder.join("loop"), folder.join("loop")).unwrap();
        let name = elsewhere.path().file_name().unwrap().to_str().unwrap();
        let out = [
            ("plain", secret.to_str().unwrap().to_owned()),
            ("dots", format!("{}/../{name}/secret", folder.display())),
            ("link", format!("{}/link", folder.display())),
            ("folder link", format!("{}/way/secret", folder.display())),
            (
                "dots in a link",
                format!("{}/way/../{name}/secret", folder.display()),
            ),
        ];
        let mut script = vec![polite(), opened()];
        for (id, path) in &out {
            script.push(send(id, "fs/read_text_file", &json!({"path": path})));
            let write = json!({"path": path, "content": "taken over"});
            script.push(send(&format!("{id}, write"), "fs/write_text_file", &write));
        }
        let inside = format!("{}/sub/../inside", folder.display());
        let wrong = [
            ("relative", json!({"path": "../secret"}), -32602),
            (
                "loop",
                json!({"path": format!("{}/loop", folder.display())}),
                -32603,
            ),
            ("zero", json!({"path": "/etc/passwd\0.txt"}), -32602),
            ("no text", json!({"path": 7}), -32602),
        ];
        script.push(send(
            "inside",
            "fs/read_text_file",
            &json!({"path": inside}),
        ));
        for (id, params, _) in &wrong {
            script.push(send(id, "fs/read_text_file", params));
        }
        stage.follow(&script);
        stage.prompt("go");
        assert_eq!(
            stage.answer(&json!("inside"))["result"]["content"],
            "inside"
        );
        for (id, _, code) in &wrong {
            let error = &stage.answer(&json!(id))["error"]["code"];
            assert_eq!(error, code, "{id}");
        }
        // Each waits on the person, who sees where the file really lies.
        let wanted = 2 * out.len();
        let view = stage.until("the questions", |it| {
            let asks = it["asks"].as_array()?;
            (asks.len() >= wanted).then(|| it.clone())
        });
        for ask in view["asks"].as_array().unwrap().iter().take(wanted) {
            let permission = &ask["body"]["permission"];
            assert_eq!(
                permission["target"],
                secret.to_str().unwrap(),
                "{permission}"
            );
            assert!(!permission["outside"].is_null());
        }
        // Without a yes nothing is read or written.
        let session = stage.session();
        stage
            .engine
            .send(assent_core::intent::Intent::StopTurn { session });
        for (id, _) in &out {
            for id in [(*id).to_owned(), format!("{id}, write")] {
                assert_eq!(stage.answer(&json!(id))["error"]["code"], -32800, "{id}");
            }
        }
        assert_eq!(std::fs::read_to_string(&secret).unwrap(), "outside");
        let tried = (2 * out.len() + wrong.len()) as u64;
        Figures {
            runs: tried + 1,
            bad_inputs: tried,
            answered: tried + 1,
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}

/// Whether a process runs: not gone, and no zombie.
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(process).join("stat"));
    stat.is_ok_and(|it| !it.contains(") Z "))
}

#[test]
#[cfg(target_os = "linux")]
fn commands_that_leave_others_behind() {
    alone("commands_that_leave_others_behind", 200, || {
        let stage = Stage::empty();
        watch(&stage);
        // One in the group, one that ignores what it is told, one in a session of its own, one whose parent is gone.
        let command = "trap '' TERM HUP\n\
            sleep 300 & echo $! >> ids\n\
            setsid sleep 300 & echo $! >> ids\n\
            setsid sh -c 'trap \"\" TERM; sleep 300 & echo $! >> ids; sleep 300 & echo $! >> ids'\n\
            (setsid sh -c 'echo $$ >> ids; exec sleep 300' &)\n\
            sleep 0.2; echo done";
        stage.follow(&[
            polite(),
            opened(),
            send(
                "create",
                "terminal/create",
                &json!({"command": "sh", "args": ["-c", command]}),
            ),
            json!({"expect_answer": "create", "as": "made"}),
            json!({"send": {"id": "wait", "method": "terminal/wait_for_exit",
                "params": {"sessionId": "s1", "terminalId": "$made.result.terminalId"}}}),
            json!({"expect_answer": "wait"}),
            json!({"send": {"id": "release", "method": "terminal/release",
                "params": {"sessionId": "s1", "terminalId": "$made.result.terminalId"}}}),
        ]);
        stage.prompt("go");
        assert_eq!(stage.answer(&json!("wait"))["result"]["exitCode"], 0);
        stage.answer(&json!("release"));
        let ids = std::fs::read_to_string(stage.folder.path().join("ids")).unwrap();
        let ids: Vec<&str> = ids.split_whitespace().collect();
        assert_eq!(ids.len(), 5, "{ids:?}");
        stage.until("the end of all of them", |_| {
            (!ids.iter().any(|it| runs(it))).then_some(())
        });
        Figures {
            runs: ids.len() as u64,
            bad_inputs: ids.len() as u64,
            answered: 3,
            peak_memory_bytes: peak(),
            ..Figures::default()
        }
    });
}

#[test]
#[cfg(unix)]
fn a_command_that_writes_without_end() {
    alone("a_command_that_writes_without_end", 300, || {
        let stage = Stage::empty();
        watch(&stage);
        // Control strings that never end, marks that pile up on one letter, and lines.
        let command = "printf '\\033]52;c;'; head -c 30000000 /dev/zero | tr '\\0' A; printf '\\007'; \
            printf Z; head -c 20000000 /dev/zero | tr '\\0' x | sed 's/x/\\xcc\\x81/g'; echo; \
            yes 'a line' | head -n 400000; echo the end";
        stage.follow(&[
            polite(),
            opened(),
            send(
                "create",
                "terminal/create",
                &json!({"command": "sh", "args": ["-c", command], "outputByteLimit": 1_000_000_000}),
            ),
            json!({"expect_answer": "create", "as": "made"}),
            json!({"send": {"id": "wait", "method": "terminal/wait_for_exit",
                "params": {"sessionId": "s1", "terminalId": "$made.result.terminalId"}}}),
            json!({"expect_answer": "wait", "within_ms": 600_000}),
            json!({"send": {"id": "output", "method": "terminal/output",
                "params": {"sessionId": "s1", "terminalId": "$made.result.terminalId"}}}),
        ]);
        stage.prompt("go");
        let output = stage.answer_in_the_end(&json!("output"))["result"].clone();
        let peak_memory_bytes = peak();
        let text = output["output"].as_str().unwrap();
        assert!(
            text.len() <= 2 << 20 && text.contains("the end"),
            "{}",
            text.len()
        );
        assert_eq!(output["truncated"], true);
        let view = stage.snapshot();
        let terminal = &view["sessions"][0]["terminals"][0];
        let lines = terminal["lines"].as_array().unwrap();
        assert!(lines.len() <= 1_000, "{}", lines.len());
        assert!(terminal.to_string().len() < 1 << 20);
        Figures {
            runs: 1,
            bad_inputs: 1,
            answered: 3,
            peak_memory_bytes,
            ..Figures::default()
        }
    });
}

use super::{is_marked, is_secret, message_asks, says_to_enter};
use serde_json::json;

fn check(decide: fn(&str) -> bool, yes: &[&str], no: &[&str]) {
    for text in yes {
        assert!(decide(text), "{text:?} asks for a secret");
    }
    for text in no {
        assert!(!decide(text), "{text:?} asks for no secret");
    }
}

#[test]
fn names_and_titles_that_are_secrets() {
    check(
        is_secret,
        &[
            "password",
            "Password",
            "Your password",
            "DB_PASSWORD",
            "userPassword",
            "newPassword2",
            "Password (min 8 characters)",
            "passphrase",
            "API key",
            "API-Key",
            "apiKey",
            "apikey",
            "OPENAI_API_KEY",
            "OpenAI API key",
            "Enter your API key to continue",
            "API key for the staging server",
            "Access token",
            "refresh_token",
            "authToken",
            "Bearer token",
            "Personal access token (classic)",
            "Private key",
            "SSH private key",
            "Private key passphrase",
            "client_secret",
            "Recovery code",
            "Recovery codes",
            "Card number",
            "cardNumber",
            "Credit card number",
            "CVC",
            "cvc_code",
            "What is your password?",
            "Confirm password",
            "Password confirmation",
            "Username/password",
            "Password:",
            "GitHub token",
            "Password again",
        ],
        &[
            "password_hint",
            "Password hint",
            "passwordHint",
            "API key name",
            "apiKeyName",
            "Name of the variable that holds the API key",
            "Token budget",
            "Max tokens",
            "maxTokens",
            "token_count",
            "tokens",
            "Access tokens",
            "API keys",
            "Passwords",
            "Number of API keys",
            "Token limit",
            "Path to the private key",
            "private_key_path",
            "Private key file",
            "Key bindings",
            "keymap",
            "key",
            "Key",
            "Password length",
            "Password policy",
            "Access token lifetime",
            "auth token URL",
            "API key ID",
            "Owner of the API key",
            "Label for the access token",
            "How should I store the tokens?",
            "How should I store the API key?",
            "Where is the private key?",
            "Should the password be hashed?",
            "Do you have an API key?",
            "Which access token?",
            "Login without password",
            "user",
            "User name",
            "E-mail",
            "email",
            "Business card",
            "Discard number",
            "secretary",
            "tokenizer",
            "Card number limit",
            "",
        ],
    );
}

#[test]
fn descriptions_that_say_to_enter_one() {
    check(
        says_to_enter,
        &[
            "Enter your password",
            "Please paste your OpenAI API key here.",
            "Type in the access token",
            "Enter username and password",
            "First log in. Then paste the token: paste your access token below",
            "Paste the private key you generated",
            "Provide an API key so that I can go on",
            "Enter your recovery codes, one a line",
            "Enter your username, password and CVC",
        ],
        &[
            "Your password is kept elsewhere",
            "Do not enter your password here",
            "Never paste API keys",
            "Don't type a password",
            "Enter the name of the variable that holds the API key",
            "Enter the password hint",
            "Enter the path to your private key",
            "The type of API key",
            "Type of access token",
            "Enter max access tokens",
            "Enter the number of access tokens",
            "Enter the private key file",
            "Enter your e-mail",
            "Enter a label for the API key",
            "Paste the log. The password is removed.",
            "",
        ],
    );
}

#[test]
fn messages_that_ask_for_one() {
    check(
        message_asks,
        &[
            "Please enter your API key",
            "I need your GitHub password to push",
            "What is your password?",
            "Give me the access token, please",
            "OpenAI API key",
            "Password:",
            "To go on, paste your private key.",
            "What's your passphrase?",
        ],
        &[
            "Please answer",
            "Reset password",
            "Rotate the API key?",
            "The API key has been saved. Enter a name for it.",
            "How should I store the API key?",
            "I will type the password for you",
            "Do not share your password",
            "Invalid API key",
            "Where do I find the access token?",
            "I need to know where you keep the API key",
            "Send me the number of access tokens",
            "Send the password reset mail?",
            "Claude needs your permission to use a private key",
            "Please enter the details of your API key",
            "",
        ],
    );
}

#[test]
fn marks_count_directly_or_under_a_name() {
    for (meta, expected) in [
        (json!({"codex": {"isSecret": true}}), true),
        (json!({"secret": true}), true),
        (json!({"codex": {"isSecret": false}}), false),
        (json!({"codex": {"isSecret": "true"}}), false),
        (json!({"a": {"b": {"isSecret": true}}}), false),
        (json!({}), false),
    ] {
        assert_eq!(is_marked(meta.as_object()), expected, "{meta}");
    }
    assert!(!is_marked(None));
}

#[test]
fn long_texts_take_no_quadratic_time() {
    assert!(!message_asks(
        &"enter a b c d e f g h. what is your x. ".repeat(2_500)
    ));
    assert!(!is_secret(&"password x ".repeat(10_000)));
}

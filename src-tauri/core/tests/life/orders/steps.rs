//! What can happen, and how often it does.

use proptest::prelude::*;

/// One step; numbers pick among what there is.
#[derive(Debug, Clone)]
pub enum Step {
    Form(u8, bool),
    Link(u8, bool),
    Permission(u8),
    File(u8, bool),
    Terminal(u8),
    Work(u8, u8),
    Odd(u8),
    CancelRequest(u8, bool),
    Type(u8),
    Submit(u8),
    Decline(u8),
    Cancel(u8),
    Choose(u8),
    Open(u8),
    HandedOff(u8, bool),
    Complete(u8),
    /// For a link that there is not.
    CompleteUnknown(u8),
    Done(u8),
    Stop(u8),
    Close(u8),
    Prompt(u8),
    PromptEnds(u8),
    /// A check takes its time, or is done.
    Hold(bool),
    Exit,
    /// The agent is started again, and gets this far.
    Restart(u8),
    StopAgent(u8),
    /// What follows is of another agent.
    Other(u8),
    /// Something is wanted a second time, by a window that does not know yet.
    Again(u8),
    /// The wall clock jumps.
    Clock(i64),
    Reload,
    /// What follows is of the main window's page, or that of a window of one session.
    OtherPage(bool),
    PageGone(bool),
    Mute,
    Quit,
}

pub fn step() -> impl Strategy<Value = Step> {
    let number = any::<u8>;
    prop_oneof![
        6 => (number(), any::<bool>()).prop_map(|(a, b)| Step::Form(a, b)),
        6 => (number(), any::<bool>()).prop_map(|(a, b)| Step::Link(a, b)),
        3 => number().prop_map(Step::Permission),
        4 => (number(), any::<bool>()).prop_map(|(a, b)| Step::File(a, b)),
        4 => number().prop_map(Step::Terminal),
        5 => (number(), number()).prop_map(|(a, b)| Step::Work(a, b)),
        1 => number().prop_map(Step::Odd),
        4 => (number(), any::<bool>()).prop_map(|(a, b)| Step::CancelRequest(a, b)),
        3 => number().prop_map(Step::Type),
        3 => number().prop_map(Step::Submit),
        2 => number().prop_map(Step::Decline),
        2 => number().prop_map(Step::Cancel),
        2 => number().prop_map(Step::Choose),
        3 => number().prop_map(Step::Open),
        3 => (number(), any::<bool>()).prop_map(|(a, b)| Step::HandedOff(a, b)),
        2 => number().prop_map(Step::Complete),
        1 => number().prop_map(Step::CompleteUnknown),
        1 => number().prop_map(Step::Done),
        2 => number().prop_map(Step::Stop),
        1 => number().prop_map(Step::Close),
        2 => number().prop_map(Step::Prompt),
        2 => number().prop_map(Step::PromptEnds),
        2 => any::<bool>().prop_map(Step::Hold),
        1 => Just(Step::Exit),
        1 => number().prop_map(Step::Restart),
        1 => number().prop_map(Step::StopAgent),
        2 => number().prop_map(Step::Other),
        4 => number().prop_map(Step::Again),
        1 => any::<i64>().prop_map(Step::Clock),
        1 => Just(Step::Reload),
        4 => any::<bool>().prop_map(Step::OtherPage),
        1 => any::<bool>().prop_map(Step::PageGone),
        1 => Just(Step::Mute),
        1 => Just(Step::Quit),
    ]
}

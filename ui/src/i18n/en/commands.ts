/** The commands of the palette, and what is said about them. */
export const commands = {
  titles: {
    'next-ask': 'Go to the oldest question that waits for you',
    'new-session': 'New session',
    'new-session-in': 'New session in another folder…',
    'next-session': 'Next session',
    'previous-session': 'Previous session',
    composer: 'Write a message',
    'attach-files': 'Attach files…',
    'attach-folders': 'Attach folders…',
    'stop-turn': 'Stop the turn',
    plan: 'Show or hide the plan',
    'close-session': 'Close session',
    agents: 'Set up agents',
    record: 'Look at the consent record',
    'export-record': 'Export the consent record…',
    sidebar: 'Show or hide agents and sessions',
    back: 'Close what lies over the rest',
  },
  groups: {
    go: 'Go to',
    find: 'Find',
    session: 'Session',
    taking: 'Take away',
    window: 'Window',
  },
  /** A title with its keys, where it has some. */
  hint: (title: string, keys: string | undefined) =>
    keys === undefined ? title : `${title} (${keys})`,
};

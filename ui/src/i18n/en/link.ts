import type { HandoffFailure } from '../../wire/HandoffFailure';
import type { Reason } from '../../wire/Reason';
import type { ReasonCode } from '../../wire/ReasonCode';
import type { Verdict } from '../../wire/Verdict';

type Sentence = (subject: string, domain: string) => string;

const verdicts: Record<Verdict, string> = {
  info: 'note',
  plain: 'no remarks',
  warn: 'look at the address',
  strong: 'look closely',
  refuse: 'cannot be opened',
};

const named = (subject: string, fallback: string): string =>
  subject === '' ? fallback : `"${subject}"`;

const reasons: Record<ReasonCode, Sentence> = {
  empty: () => 'There is no address.',
  unparsable: () => 'This cannot be read as an address.',
  'too-long': () => 'The address is over 8,192 bytes long.',
  'hidden-chars': (s) =>
    s === ''
      ? 'It contains characters that cannot be seen, or white space where none belongs.'
      : `It contains characters that cannot be seen, or white space where none belongs (${s}).`,
  backslash: () => 'It contains a backslash, which programs read in different ways.',
  slashes: () => 'The slashes after the scheme are not exactly two.',
  scheme: (s) =>
    `It begins with ${named(s, 'another scheme')}. Only http and https pages can be opened.`,
  userinfo: (s) =>
    s === ''
      ? 'There is an @ before the host, which makes another name look like the host.'
      : `"${s}" stands before an @. It is not the host, but looks like one.`,
  'percent-host': () => 'The host is written in percent codes.',
  'bad-host': () => 'The host is not a possible name.',
  'port-zero': () => 'Port 0 cannot be visited.',
  'disguised-ip': () => 'The host is an IP address in disguise.',
  'unusable-ip': () => 'The host is an IP address that no page can have.',
  'app-internal': () => 'The host is one that this window uses for itself.',
  http: () =>
    'The connection is not encrypted (http): others on the way can read and change the page.',
  'host-rewritten': (s) =>
    s === ''
      ? 'The host is written with other characters that turn into these.'
      : `The host was written as "${s}" and turns into this one.`,
  'idn-restricted': () => 'The host contains characters that names should not contain.',
  'idn-mixed': () => 'The host mixes letters of different scripts.',
  'idn-confusable': (s) =>
    s === '' ? 'The host looks like another name.' : `The host looks like "${s}", and is not.`,
  'idn-tricky': () => 'The host contains letters or marks that are easily mistaken.',
  'idn-rtl': () => 'The host contains letters that are written from right to left.',
  lookalike: (s, domain) =>
    `Looks like ${named(s, 'a well-known site')}, but belongs to ${domain}.`,
  'embedded-domain': (s, domain) =>
    `Begins with ${named(s, 'another site’s name')}, but belongs to ${domain}.`,
  'is-public-suffix': () => 'The host is a suffix under which anybody can have a name.',
  'trailing-dot': () => 'The host ends with a dot, which is unusual.',
  'ip-literal': () => 'The host is a bare IP address, which does not say whose it is.',
  'link-local': () =>
    'The host is an address of the local link, often used by machines to configure themselves.',
  'bad-nested': (s) =>
    s === ''
      ? 'A parameter carries a script or a file address.'
      : `The parameter "${s}" carries a script or a file address.`,
  'private-ip': () => 'The host is in your own network.',
  'single-label': () => 'The host has no dot: it is a name of your own network.',
  intranet: () => 'The host is a name of your own network.',
  loopback: () => 'The page is on this computer.',
  'this-machine': () => 'This page would be on this computer, but the agent runs on another one.',
  'this-network': () =>
    'This page would be in the network of this computer, but the agent runs on another one.',
  'returns-here': (s) =>
    `The page passes its answer on to ${s}, which is this computer. The agent runs on another one and may not get it.`,
  punycode: () => 'The host is written in letters beyond a to z.',
  'shared-hosting': (s) =>
    s === '' ? 'Anybody can have a page under this name.' : `Anybody can have a page under ${s}.`,
  'unknown-suffix': (s) =>
    s === ''
      ? 'The ending of the host is not a known one.'
      : `The ending ".${s}" is not a known one.`,
  onion: () => 'The host is in the Tor network; most browsers cannot visit it.',
  spaces: () => 'It contains spaces. They are opened as %20.',
  port: (s) => (s === '' ? 'It uses an unusual port.' : `It uses port ${s}, which is unusual.`),
  'host-in-path': (s) =>
    s === ''
      ? 'The path contains something that looks like another site.'
      : `The path contains "${s}", which looks like another site and is not.`,
  'encoded-hidden': () => 'It contains characters in percent codes that could not be seen.',
  'secret-in-url': (s) =>
    s === ''
      ? 'It carries something that looks like a key or password.'
      : `The parameter "${s}" carries something that looks like a key or password.`,
  download: (s) =>
    s === ''
      ? 'It leads to a file that can be run.'
      : `It leads to a file that can be run (.${s}).`,
  long: () => 'It is over 2,048 characters long.',
  redirect: (s) => (s === '' ? 'Then continues to another page.' : `Then continues to ${s}.`),
};

const failures: Record<HandoffFailure, string> = {
  'no-browser': 'No browser could be found on this computer.',
  'ended-badly': 'The browser was started and ended at once with an error.',
  unconfirmed: 'Nothing said within ten seconds whether the browser has opened the page.',
  helper: 'The part of Assent that starts the browser could not be run.',
};

export const link = {
  verdict: (verdict: Verdict) => verdicts[verdict],
  reason: (reason: Reason, domain: string) => reasons[reason.code](reason.subject ?? '', domain),
  reasonCodes: reasons,
  failure: (failure: HandoffFailure) => failures[failure],
  failureCodes: failures,
  review: 'Review link…',
  noHost: 'No readable address',
  copyTheCode: (code: string) => `Copy the code ${code}`,
  codeLabel: 'Code',
  blocked: 'Assent cannot open this page.',
  dialogTitle: 'Open this page in your browser?',
  dialogAgain: 'Open this page again?',
  fromAgent: (agent: string) => `${agent} wants you to visit it.`,
  host: 'Host',
  scheme: (scheme: string) => `not encrypted, ${scheme}:`,
  port: (port: number) => `:${port}`,
  readsAs: (text: string) => `reads as ${text}`,
  imitates: 'contains characters that imitate others',
  address: 'The whole address',
  written: 'The agent wrote it differently',
  reasons: 'What stands out',
  cannotSee: (agent: string) =>
    `Assent cannot see the page or what you type there. What the page passes on to ${agent}, Assent cannot know.`,
  understand: (domain: string) => `I understand: this goes to ${domain}`,
  back: 'Back',
  copy: 'Copy link',
  qr: 'QR code',
  hideQr: 'Hide QR code',
  qrLabel: 'The address as a QR code',
  noQr: 'No QR code: this page only works on this computer.',
  elsewhere: 'I opened it elsewhere',
  open: 'Open in browser',
  openIn: (seconds: string) => `Open in browser (${seconds} s)`,
  openHeld: 'Open in browser (…)',
  running: 'The browser is being started…',
  samePage: (agent: string) => `${agent} asks for the same page again.`,
  samePageDone: 'I am done, go on',
  openAgain: 'Open again',
  done: "I'm done",
  stopWaiting: 'Stop waiting',
  stopTitle: 'Stop waiting for this page?',
  stopOnly: 'Only stop waiting',
  stopAlso: 'Also cancel what waits for it',
  stopKeep: 'Go on waiting',
  stopText: (agent: string) =>
    `${agent} was told that you opened the page. It may still be working on it.`,
  waiting: (agent: string) =>
    `Opened in your browser. ${agent} was told, and goes on when the page is finished.`,
  finished: (agent: string) => `${agent} says this page is finished`,
  finishedPending: (agent: string) =>
    `${agent} says this page is finished. It still waits for your answer.`,
  failed: 'The page may not have opened',
  mayHaveOpened: 'The page may have opened before the question was taken back.',
  tryAgain: 'Try again',
  itOpened: 'It opened',
  mute: 'Mute links from this agent',
  muteHow: (agent: string) =>
    `You declined twice in a row. Muted, each further link of ${agent} is declined until its connection ends.`,
};

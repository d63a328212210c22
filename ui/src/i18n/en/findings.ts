import type { DismissedBy } from '../../wire/DismissedBy';
import type { Finding } from '../../wire/Finding';
import type { NoteCode } from '../../wire/NoteCode';
import { form } from './form';
import { link } from './link';

/** What is to be said about a request, for the agent's author. */
export interface FindingWords {
  /** What happened. */
  what: string;
  /** What to send instead. */
  instead: string;
  /** The rule it follows from. */
  rule: string;
}

const SUPPORT = 'ACP, Elicitation, “Checking support”.';
const CREATE = 'ACP, Elicitation, “Creating an elicitation”.';
const FORM = 'ACP, Elicitation, “Form mode”.';
const URL = 'ACP, Elicitation, “URL mode”.';
const COMPLETION = 'ACP, Elicitation, “URL completion”.';
const SECURITY = 'ACP, Elicitation, “URL security”.';
const RESPONSES = 'ACP, Elicitation, “Responses”.';
const RPC = 'JSON-RPC 2.0, section 5.1.';

const members: Record<string, [instead: string, rule: string]> = {
  params: ['Send params as an object.', RPC],
  mode: ['Send "mode": "form" or "mode": "url".', CREATE],
  message: ['Send message as a string that says what is wanted and why.', CREATE],
  requestedSchema: [
    'Send requestedSchema as an object: {"type": "object", "properties": {…}}.',
    FORM,
  ],
  'requestedSchema.properties': [
    'Send properties as an object; it may be empty or missing, but not null or a list.',
    FORM,
  ],
  url: ['Send url as a string: a whole address that begins with https://.', URL],
  elicitationId: ['Send elicitationId as a string of your own choice.', URL],
  toolCall: ['Send toolCall as an object with its toolCallId.', 'ACP, session/request_permission.'],
  options: [
    'Send options as a list of objects, each with optionId, name and kind.',
    'ACP, session/request_permission.',
  ],
};

const limits: Record<string, string> = {
  schema: 'the schema is larger than 1 MiB',
  properties: 'the form has more than 500 fields',
  options: 'the form has more than 20,000 options',
  message: 'the message is longer than 100,000 characters',
};

const notes: Record<NoteCode, string> = {
  'pattern-unchecked':
    'Use a pattern of ECMA-262 without nested repetition. Check the answer again on your side.',
  'default-ignored': 'Send a default of the type of the field, and one of its options.',
  'default-invalid': 'Send a default that keeps the rules of its own field.',
  'required-ignored': 'List in required only names that stand in properties.',
  'constraint-ignored':
    'Send limits as finite numbers that are not negative, the smaller one first.',
  'option-ignored': 'Send each option once, as a string, with const and title or in enum.',
  unsupported:
    'Use string, number, integer, boolean, or an array of strings with options. Objects and nested lists cannot be asked for.',
  'no-scope': 'Send sessionId, or the requestId of a request of Assent that is not answered yet.',
};

const dismissed: Record<DismissedBy, string> = {
  session: 'The turn was stopped or the session closed before the person answered.',
  connection: 'The agent was stopped, or Assent was closed, before the person answered.',
  request: 'The request it belonged to (requestId) was answered before the person answered.',
};

const findings: {
  [C in Finding['code']]: (finding: Extract<Finding, { code: C }>) => FindingWords;
} = {
  'mode-off': ({ mode }) => ({
    what: `Refused with -32602: the mode ${mode} is switched off for this agent, and was not offered to it.`,
    instead: `Look in initialize for clientCapabilities.elicitation.${mode}, and do without it when it is missing.`,
    rule: SUPPORT,
  }),
  'mode-unknown': ({ mode }) => ({
    what:
      mode === null
        ? 'Refused with -32602: mode is missing or not a string.'
        : `Refused with -32602: there is no mode ${mode}.`,
    instead: members['mode']?.[0] ?? '',
    rule: CREATE,
  }),
  malformed: ({ member }) => {
    const [instead, rule] = members[member] ?? [`Send ${member} as the schema says.`, CREATE];
    return {
      what: `Refused with -32602: ${member} is missing or of the wrong type.`,
      instead,
      rule,
    };
  },
  'over-limit': ({ limit }) => ({
    what: `Refused with -32602: ${limits[limit] ?? `it is over the limit for ${limit}`}.`,
    instead: 'Ask for less at once, or in several steps.',
    rule: 'A limit of Assent, so that a person can answer.',
  }),
  'id-in-use': () => ({
    what: 'Refused with -32602: an earlier link with this elicitationId has not ended.',
    instead: 'Send a new elicitationId with every link.',
    rule: COMPLETION,
  }),
  'not-an-address': () => ({
    what: 'Refused with -32602: url cannot be read as an address.',
    instead: members['url']?.[0] ?? '',
    rule: URL,
  }),
  'no-such-session': () => ({
    what: 'Refused with -32602: sessionId names no session of this connection.',
    instead: 'Send the sessionId that session/new or session/load was answered with.',
    rule: 'ACP, session/request_permission.',
  }),
  'too-many': ({ limit, in_session }) => ({
    what: `Turned away with -32800: ${limit} questions wait already ${in_session ? 'in this session' : 'on this connection'}. The person was not shown this one.`,
    instead: 'Wait for answers, or take back with $/cancel_request what is not needed any more.',
    rule: 'A limit of Assent: 20 questions in a session, 60 on a connection.',
  }),
  muted: () => ({
    what: 'Answered with decline: the person muted the links of this agent.',
    instead: 'Go on without the page. At the next connection links are not offered.',
    rule: RESPONSES,
  }),
  'no-such-method': () => ({
    what: 'Refused with -32601: Assent has no such method.',
    instead: 'Call only what clientCapabilities in initialize names.',
    rule: RPC,
  }),
  stopping: () => ({
    what: 'Answered with -32800: the connection was being ended.',
    instead: '',
    rule: '',
  }),
  'no-scope': ({ session }) => ({
    what:
      session === null
        ? 'Shown on the agent, not in a session: it names neither a session nor an open request.'
        : `Shown on the agent, not in a session: it has no session ${session}.`,
    instead: notes['no-scope'],
    rule: CREATE,
  }),
  'form-note': ({ field, note }) => ({
    what: form.noteOn(field, note),
    instead: notes[note],
    rule: FORM,
  }),
  blocked: ({ field }) => ({
    what: `Cannot be accepted: the required field ${field} cannot be shown.`,
    instead: notes.unsupported,
    rule: FORM,
  }),
  'asks-for-secret': () => ({
    what: 'It asks for a secret. The person is warned, and must agree once more.',
    instead: 'Send a link (mode url) to a page where the secret is entered.',
    rule: `${FORM} It must not be used to request secrets or credentials.`,
  }),
  'link-refused': ({ reasons }) => ({
    what: `Shown, but cannot be opened: ${reasons
      .map((code) => link.reason({ code, verdict: 'refuse', subject: null }, ''))
      .join(' ')}`,
    instead:
      'Send a plain https address: no user name, no hidden characters, and a host as it stands in DNS.',
    rule: SECURITY,
  }),
  dismissed: ({ by }) => ({ what: dismissed[by], instead: '', rule: RESPONSES }),
  'taken-back': () => ({
    what: 'Answered with -32800: the agent took it back with $/cancel_request.',
    instead: '',
    rule: '',
  }),
};

/** The words for a finding. */
export function finding(found: Finding): FindingWords {
  const words = findings[found.code] as (found: Finding) => FindingWords;
  return words(found);
}

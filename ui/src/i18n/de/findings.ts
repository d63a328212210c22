import type { DismissedBy } from '../../wire/DismissedBy';
import type { Finding } from '../../wire/Finding';
import type { NoteCode } from '../../wire/NoteCode';
import type { FindingWords } from '../en/findings';
import { form } from './form';
import { link } from './link';
import { number } from './write';

// Parts of the protocol's own text are named as they are there.
const SUPPORT = 'ACP, Elicitation, „Checking support“.';
const CREATE = 'ACP, Elicitation, „Creating an elicitation“.';
const FORM = 'ACP, Elicitation, „Form mode“.';
const URL = 'ACP, Elicitation, „URL mode“.';
const COMPLETION = 'ACP, Elicitation, „URL completion“.';
const SECURITY = 'ACP, Elicitation, „URL security“.';
const RESPONSES = 'ACP, Elicitation, „Responses“.';
const RPC = 'JSON-RPC 2.0, Abschnitt 5.1.';

const members: Record<string, [instead: string, rule: string]> = {
  params: ['params als Objekt senden.', RPC],
  mode: ['"mode": "form" oder "mode": "url" senden.', CREATE],
  message: ['message als Text senden, der sagt, was gewünscht wird und warum.', CREATE],
  requestedSchema: [
    'requestedSchema als Objekt senden: {"type": "object", "properties": {…}}.',
    FORM,
  ],
  'requestedSchema.properties': [
    'properties als Objekt senden; es darf leer sein oder fehlen, aber nicht null oder eine Liste sein.',
    FORM,
  ],
  url: ['url als Text senden: eine ganze Adresse, die mit https:// beginnt.', URL],
  elicitationId: ['elicitationId als selbst gewählten Text senden.', URL],
  toolCall: [
    'toolCall als Objekt mit seiner toolCallId senden.',
    'ACP, session/request_permission.',
  ],
  options: [
    'options als Liste von Objekten senden, jedes mit optionId, name und kind.',
    'ACP, session/request_permission.',
  ],
};

const limits: Record<string, string> = {
  schema: 'Das Schema ist größer als 1 MiB',
  properties: 'Das Formular hat mehr als 500 Felder',
  options: 'Das Formular hat mehr als 20.000 Möglichkeiten',
  message: 'Die Nachricht ist länger als 100.000 Zeichen',
};

const notes: Record<NoteCode, string> = {
  'pattern-unchecked':
    'Ein Muster nach ECMA-262 ohne verschachtelte Wiederholung verwenden. Die Antwort auf Ihrer Seite noch einmal prüfen.',
  'default-ignored':
    'Eine Vorgabe senden, die zur Art des Feldes passt und eine seiner Möglichkeiten ist.',
  'default-invalid': 'Eine Vorgabe senden, die die Regeln ihres eigenen Feldes einhält.',
  'required-ignored': 'In required nur Namen aufführen, die in properties stehen.',
  'constraint-ignored': 'Grenzen als endliche, nicht negative Zahlen senden, die kleinere zuerst.',
  'option-ignored': 'Jede Möglichkeit einmal senden, als Text, mit const und title oder in enum.',
  unsupported:
    'string, number, integer, boolean oder array aus Texten mit Möglichkeiten verwenden. Nach Objekten und verschachtelten Listen lässt sich nicht fragen.',
  'no-scope':
    'sessionId senden oder die requestId einer Anfrage von Assent, die noch nicht beantwortet ist.',
};

const dismissed: Record<DismissedBy, string> = {
  session:
    'Der Durchgang wurde angehalten oder die Sitzung geschlossen, bevor die Person geantwortet hat.',
  connection: 'Der Agent oder Assent wurde beendet, bevor die Person geantwortet hat.',
  request:
    'Die Anfrage, zu der dies gehörte (requestId), wurde beantwortet, bevor die Person geantwortet hat.',
};

const findings: {
  [C in Finding['code']]: (finding: Extract<Finding, { code: C }>) => FindingWords;
} = {
  'mode-off': ({ mode }) => ({
    what: `Mit -32602 zurückgewiesen: Der Modus ${mode} ist für diesen Agenten ausgeschaltet und wurde ihm nicht angeboten.`,
    instead: `In initialize nach clientCapabilities.elicitation.${mode} sehen und ohne ihn auskommen, wenn es fehlt.`,
    rule: SUPPORT,
  }),
  'mode-unknown': ({ mode }) => ({
    what:
      mode === null
        ? 'Mit -32602 zurückgewiesen: mode fehlt oder ist kein Text.'
        : `Mit -32602 zurückgewiesen: Einen Modus ${mode} gibt es nicht.`,
    instead: members['mode']?.[0] ?? '',
    rule: CREATE,
  }),
  malformed: ({ member }) => {
    const [instead, rule] = members[member] ?? [
      `${member} so senden, wie das Schema es sagt.`,
      CREATE,
    ];
    return {
      what: `Mit -32602 zurückgewiesen: ${member} fehlt oder ist von falscher Art.`,
      instead,
      rule,
    };
  },
  'over-limit': ({ limit }) => ({
    what: `Mit -32602 zurückgewiesen: ${limits[limit] ?? `Die Grenze für ${limit} ist überschritten`}.`,
    instead: 'Weniger auf einmal fragen oder in mehreren Schritten.',
    rule: 'Eine Grenze von Assent, damit ein Mensch antworten kann.',
  }),
  'id-in-use': () => ({
    what: 'Mit -32602 zurückgewiesen: Ein früherer Link mit dieser elicitationId ist noch nicht zu Ende.',
    instead: 'Mit jedem Link eine neue elicitationId senden.',
    rule: COMPLETION,
  }),
  'not-an-address': () => ({
    what: 'Mit -32602 zurückgewiesen: url lässt sich nicht als Adresse lesen.',
    instead: members['url']?.[0] ?? '',
    rule: URL,
  }),
  'no-such-session': () => ({
    what: 'Mit -32602 zurückgewiesen: sessionId nennt keine Sitzung dieser Verbindung.',
    instead: 'Die sessionId senden, mit der session/new oder session/load beantwortet wurde.',
    rule: 'ACP, session/request_permission.',
  }),
  'too-many': ({ limit, in_session }) => ({
    what: `Mit -32800 abgewiesen: ${in_session ? 'In dieser Sitzung' : 'Auf dieser Verbindung'} warten schon ${number(limit)} Fragen. Diese wurde der Person nicht gezeigt.`,
    instead:
      'Auf Antworten warten oder mit $/cancel_request zurückziehen, was nicht mehr gebraucht wird.',
    rule: 'Eine Grenze von Assent: 20 Fragen in einer Sitzung, 60 auf einer Verbindung.',
  }),
  muted: () => ({
    what: 'Mit decline beantwortet: Die Person hat die Links dieses Agenten stummgeschaltet.',
    instead:
      'Ohne die Seite weitermachen. Bei der nächsten Verbindung werden Links nicht angeboten.',
    rule: RESPONSES,
  }),
  'no-such-method': () => ({
    what: 'Mit -32601 zurückgewiesen: Assent hat keine solche Methode.',
    instead: 'Nur aufrufen, was clientCapabilities in initialize nennt.',
    rule: RPC,
  }),
  stopping: () => ({
    what: 'Mit -32800 beantwortet: Die Verbindung wurde gerade beendet.',
    instead: '',
    rule: '',
  }),
  'no-scope': ({ session }) => ({
    what:
      session === null
        ? 'Beim Agenten gezeigt, nicht in einer Sitzung: Weder eine Sitzung noch eine offene Anfrage ist genannt.'
        : `Beim Agenten gezeigt, nicht in einer Sitzung: Eine Sitzung ${session} hat er nicht.`,
    instead: notes['no-scope'],
    rule: CREATE,
  }),
  'form-note': ({ field, note }) => ({
    what: form.noteOn(field, note),
    instead: notes[note],
    rule: FORM,
  }),
  blocked: ({ field }) => ({
    what: `Kann nicht angenommen werden: Das Pflichtfeld ${field} lässt sich nicht zeigen.`,
    instead: notes.unsupported,
    rule: FORM,
  }),
  'asks-for-secret': () => ({
    what: 'Es wird nach etwas Geheimem gefragt. Die Person wird gewarnt und muss noch einmal zustimmen.',
    instead: 'Einen Link (mode url) zu einer Seite senden, auf der das Geheime eingegeben wird.',
    rule: `${FORM} Darf nicht verwendet werden, um Geheimnisse oder Zugangsdaten zu erfragen.`,
  }),
  'link-refused': ({ reasons }) => ({
    what: `Gezeigt, lässt sich aber nicht öffnen: ${reasons
      .map((code) => link.reason({ code, verdict: 'refuse', subject: null }, ''))
      .join(' ')}`,
    instead:
      'Eine schlichte https-Adresse senden: ohne Benutzernamen, ohne verborgene Zeichen und mit einem Host, wie er im DNS steht.',
    rule: SECURITY,
  }),
  dismissed: ({ by }) => ({ what: dismissed[by], instead: '', rule: RESPONSES }),
  'taken-back': () => ({
    what: 'Mit -32800 beantwortet: Der Agent hat dies mit $/cancel_request zurückgezogen.',
    instead: '',
    rule: '',
  }),
};

/** The words for a finding. */
export function finding(found: Finding): FindingWords {
  const words = findings[found.code] as (found: Finding) => FindingWords;
  return words(found);
}

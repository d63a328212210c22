import type { FieldHints } from '../../wire/FieldHints';
import type { FieldKind } from '../../wire/FieldKind';
import type { NoteCode } from '../../wire/NoteCode';
import type { Problem } from '../../wire/Problem';
import type { ProblemCode } from '../../wire/ProblemCode';
import type { Remark } from '../../wire/Remark';
import { count, number, write } from './write';

const required: Record<FieldKind, string> = {
  text: 'Fill this in.',
  multiline: 'Fill this in.',
  number: 'Enter a number.',
  integer: 'Enter a whole number.',
  choice: 'Choose an option.',
  multi: 'Choose at least one option.',
  boolean: 'Choose Yes or No.',
  date: 'Enter a date.',
  'date-time': 'Enter a date, a time and a zone.',
  unsupported: 'This cannot be answered here.',
};

const kinds: Record<FieldKind, string> = {
  text: 'text',
  multiline: 'text of several lines',
  number: 'number',
  integer: 'whole number',
  choice: 'choice',
  multi: 'several choices',
  boolean: 'yes or no',
  date: 'date',
  'date-time': 'date and time',
  unsupported: 'unknown kind',
};

const formats: Record<string, string> = {
  email: 'an e-mail address, such as name@example.org',
  uri: 'an address with its scheme, such as https://example.org',
  date: 'a date as YYYY-MM-DD',
  'date-time': 'a date, a time and a zone',
};

const problems: Record<ProblemCode, (problem: Problem, kind: FieldKind) => string> = {
  required: (_, kind) => required[kind],
  'not-a-number': ({ hint }) =>
    hint ? `This is no number. Did you mean ${hint}?` : 'This is no number.',
  inexact: ({ hint }) =>
    hint
      ? `This number cannot be sent exactly. The nearest is ${hint}.`
      : 'This number is too large to be sent exactly.',
  'not-an-integer': ({ hint }) =>
    hint ? `A whole number is needed, such as ${hint}.` : 'A whole number is needed.',
  'too-small': ({ bound }) => `The smallest allowed is ${bound ?? ''}.`,
  'too-large': ({ bound }) => `The largest allowed is ${bound ?? ''}.`,
  'too-short': ({ bound }) => `At least ${count(bound ?? '', 'character')} are needed.`,
  'too-long': ({ bound }) => `At most ${count(bound ?? '', 'character')} are allowed.`,
  pattern: ({ hint }) =>
    hint ? `This does not match the pattern ${hint}` : 'This does not match the pattern.',
  format: ({ hint }) => `This is not ${formats[hint ?? ''] ?? `of the form "${hint ?? ''}"`}.`,
  'too-few': ({ bound }) => `Choose at least ${bound ?? ''}.`,
  'too-many': ({ bound }) => `Choose at most ${bound ?? ''}.`,
  'not-an-option': () => 'This is not one of the options.',
};

const remarks: { [C in Remark['code']]: (remark: Extract<Remark, { code: C }>) => string } = {
  'not-sent': () => 'Not sent; the agent may use its own default.',
  'sends-number': ({ text }) => `Will be sent as ${text}`,
  'sends-text': ({ text }) => `Will be sent as ${text}`,
  'pattern-unchecked': () => 'The pattern for this field could not be checked here.',
  'looks-like-secret': () => 'This looks like a key or password.',
};

const notes: Record<NoteCode, string> = {
  'pattern-unchecked': 'the pattern is not checked here',
  'default-ignored': 'the default, or part of it, does not fit and was left out',
  'default-invalid': 'the default breaks a rule of the form itself',
  'required-ignored': 'the list of required fields names something that is not there',
  'constraint-ignored': 'a rule that makes no sense was left out',
  'option-ignored': 'an option was left out',
  unsupported: 'this field cannot be shown here',
  'no-scope': 'the agent did not say which session this belongs to',
};

function between(low: string | null, high: string | null, unit: string): string | undefined {
  if (low !== null && high !== null) {
    return low === high ? `exactly ${count(low, unit)}` : `${low} to ${count(high, unit)}`;
  }
  if (low !== null) return `at least ${count(low, unit)}`;
  if (high !== null) return `at most ${count(high, unit)}`;
  return undefined;
}

function range(low: string | null, high: string | null): string | undefined {
  if (low !== null && high !== null) return `from ${low} to ${high}`;
  if (low !== null) return `${low} or more`;
  if (high !== null) return `${high} or less`;
  return undefined;
}

function hints(hint: FieldHints): string {
  const parts = [
    range(hint.minimum, hint.maximum),
    between(hint.min_length, hint.max_length, 'character'),
    between(hint.min_items, hint.max_items, 'option'),
    hint.format === null ? undefined : formats[hint.format],
  ].filter((part) => part !== undefined);
  return parts.join(', ');
}

export const form = {
  required: 'required',
  hints,
  problem: (problem: Problem, kind: FieldKind) => problems[problem.code](problem, kind),
  remark: (remark: Remark): string => (remarks[remark.code] as (remark: Remark) => string)(remark),
  note: (code: NoteCode) => notes[code],
  noteOn: (field: string | null, code: NoteCode) =>
    field === null ? `The form: ${notes[code]}.` : `${field}: ${notes[code]}.`,
  notes: (n: number) => count(n, 'remark') + ' about this form',
  kind: (kind: FieldKind) => kinds[kind],
  problemCodes: problems,
  remarkCodes: remarks,
  noteCodes: notes,
  scripted: 'filled in by your script',
  suggestion: (text: string) => `Your earlier answer: ${text}`,
  takeSuggestion: 'Use it',
  takeSuggestionKey: '↑ in the empty field',
  clear: 'Clear',
  backToDefault: 'Back to default',
  yes: 'Yes',
  no: 'No',
  other: 'Other…',
  otherAnswer: 'Your own answer',
  noteForOption: 'Note (optional)',
  noteForOptions: 'In your own words (sent as well)',
  takeBack: (title: string) => `Take back: ${title}`,
  showAllChosen: (n: number) => `Show all ${number(n)} chosen`,
  chosen: (n: number, of: number) => `${number(n)} of ${number(of)} chosen`,
  nothingChosen: 'Nothing chosen',
  choose: 'Choose…',
  search: 'Search the options',
  searchLabel: (label: string) => `Search the options of ${label}`,
  found: (n: number, of: number) =>
    n === of ? count(of, 'option') : `${number(n)} of ${number(of)} options`,
  noneFound: 'No option matches.',
  openList: 'Show the options',
  preview: 'Preview',
  sendsEmptyList: 'With nothing chosen, an empty list is sent.',
  reveal: 'Reveal',
  hide: 'Hide',
  secretBanner: (agent: string) =>
    `${agent} asks for something secret. Whatever you enter is sent to ${agent} as it is. Assent keeps it out of its history and logs.`,
  secretField: 'secret',
  confirmSecretTitle: 'Send the secret?',
  confirmSecret: (agent: string) =>
    `This answer holds something secret. It goes to ${agent}, which can read it, store it and pass it on.`,
  confirmSecretYes: (agent: string) => `Send it to ${agent}`,
  confirmSecretNo: 'Go back',
  showSent: 'Show what will be sent',
  hideSent: 'Hide what will be sent',
  willBeSent: 'What will be sent',
  notSentYet: (n: number) =>
    `Nothing yet: ${count(n, 'field')} ${n === 1 ? 'needs' : 'need'} a look first.`,
  notSent: (n: number) => `Not sent: ${count(n, 'field')} ${n === 1 ? 'needs' : 'need'} a look.`,
  goTo: (label: string, problem: string) => `${label}: ${problem}`,
  blocked: (labels: string[]) =>
    `Accept is not possible: ${labels.join(', ')} ${labels.length === 1 ? 'is' : 'are'} required and cannot be shown here. You can decline or cancel.`,
  unsupported: (label: string, isRequired: boolean) =>
    isRequired
      ? `"${label}" is required and of a kind that Assent cannot show.`
      : `"${label}" is of a kind that Assent cannot show. It is left out.`,
  checking: 'Checking…',
  goesOnIn: (agent: string, seconds: number) => `${agent} goes on without you in ${seconds} s`,
  goesOn: (agent: string) => `${agent} may have gone on without you`,
  date: 'Date',
  dateShape: 'YYYY-MM-DD',
  time: 'Time',
  timeShape: 'HH:MM',
  zone: 'Zone',
  zoneHere: 'The zone of this computer',
  zoneUtc: 'Coordinated universal time',
  utc: 'UTC',
  zoneShape: '+HH:MM or Z',
  pickDate: 'Pick a date',
  calendar: 'Calendar',
  get firstDay() {
    return write.firstDay();
  },
  month: write.month,
  weekday: write.weekday,
  day: write.day,
  monthBefore: 'Month before',
  monthAfter: 'Month after',
  today: 'Today',
  newLine: 'Shift+Enter for a new line',
  submitKey: (key: string) => `${key} accepts`,
  nextField: 'Enter goes on',
};

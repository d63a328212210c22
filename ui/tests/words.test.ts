import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { choose } from '../src/i18n';
import { en } from '../src/i18n/en';
import type { AskStatus } from '../src/wire/AskStatus';
import type { ConnectionStatus } from '../src/wire/ConnectionStatus';
import type { ConsentAction } from '../src/wire/ConsentAction';
import type { DismissedBy } from '../src/wire/DismissedBy';
import type { FieldKind } from '../src/wire/FieldKind';
import type { Finding } from '../src/wire/Finding';
import type { HandoffFailure } from '../src/wire/HandoffFailure';
import type { LeftOut } from '../src/wire/LeftOut';
import type { NoteCode } from '../src/wire/NoteCode';
import type { NoteView } from '../src/wire/NoteView';
import type { AgentProblem } from '../src/wire/AgentProblem';
import type { NotAttached } from '../src/wire/NotAttached';
import type { Notice } from '../src/wire/Notice';
import type { PermissionKind } from '../src/wire/PermissionKind';
import type { Problem } from '../src/wire/Problem';
import type { ProblemCode } from '../src/wire/ProblemCode';
import type { ReasonCode } from '../src/wire/ReasonCode';
import type { Remark } from '../src/wire/Remark';
import type { SignInFailure } from '../src/wire/SignInFailure';
import type { SearchKind } from '../src/wire/SearchKind';
import type { Severity } from '../src/wire/Severity';
import type { Speaker } from '../src/wire/Speaker';
import type { StartFailure } from '../src/wire/StartFailure';
import type { ToolStatus } from '../src/wire/ToolStatus';
import type { TraceKind } from '../src/wire/TraceKind';
import type { TraceWay } from '../src/wire/TraceWay';
import type { RegistryFailure } from '../src/wire/RegistryFailure';
import type { RegistryProblem } from '../src/wire/RegistryProblem';
import type { Trouble } from '../src/wire/Trouble';
import type { TurnEnd } from '../src/wire/TurnEnd';
import type { Verdict } from '../src/wire/Verdict';
import type { WhyLink } from '../src/wire/WhyLink';

/** The codes of a generated type, read from its text: the type itself is gone when tests run. */
function codes<T extends string>(type: string, tag?: string): T[] {
  const path = join(import.meta.dirname, `../src/wire/${type}.ts`);
  const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const pattern = tag === undefined ? /"([^"]+)"/g : new RegExp(`"${tag}": "([^"]+)"`, 'g');
  const body = text.slice(text.indexOf('export type'));
  const found = [...body.matchAll(pattern)].map((match) => match[1] as T);
  expect(found.length, type).toBeGreaterThan(1);
  return found;
}

/** Parameters for any code: what a sentence does not use does no harm. */
const anything = {
  message: 'm',
  program: 'p',
  folder: 'f',
  offered: '2',
  wanted: 1,
  value: 'v',
  code: 1,
  signal: null,
  about: 'a',
  host: 'h',
  bytes: 5,
  updates: 2,
  entries: 3,
  text: 't',
  end: { reason: 'refusal' },
  name: 'n',
  server: 's',
  why: { code: 'not-found', program: 'p' },
  trouble: { code: 'closed' },
  seconds: 5,
  status: 401,
  limit: 1024,
  found: 'text/html',
  member: 'name',
};

const sentences: [string, string][] = [];
const say = (from: string, sentence: string): void => void sentences.push([from, sentence]);

for (const code of codes<AskStatus>('AskStatus')) {
  say(code, en.ask.status(code));
  say(code, en.ask.happened(code, 'claude'));
}
for (const code of codes<RegistryFailure['code']>('RegistryFailure', 'code'))
  say(code, en.registry.failed({ ...anything, code } as unknown as RegistryFailure));
for (const code of codes<RegistryProblem['code']>('RegistryProblem', 'code')) {
  const problem = { ...anything, code } as unknown as RegistryProblem;
  say(code, en.registry.problem(3, null, problem));
  say(`${code} named`, en.registry.problem(3, 'n', problem));
}
for (const code of codes<Trouble['code']>('Trouble', 'code'))
  say(code, en.remote.trouble({ ...anything, code } as unknown as Trouble));
for (const code of codes<PermissionKind>('PermissionKind')) say(code, en.ask.permissionKind(code));
for (const kind of codes<FieldKind>('FieldKind')) {
  for (const code of codes<ProblemCode>('ProblemCode')) {
    for (const hint of [null, 'email']) {
      const problem: Problem = { code, bound: '3', hint };
      say(`${kind} ${code}`, en.form.problem(problem, kind));
    }
  }
}
for (const code of codes<NoteCode>('NoteCode')) say(code, en.form.noteOn(null, code));
for (const code of codes<Remark['code']>('Remark', 'code'))
  say(code, en.form.remark({ ...anything, code } as Remark));
for (const verdict of codes<Verdict>('Verdict')) say(verdict, en.link.verdict(verdict));
for (const code of codes<ReasonCode>('ReasonCode')) {
  for (const subject of [null, 'thing']) {
    say(code, en.link.reason({ code, verdict: 'warn', subject }, 'example.org'));
  }
}
for (const code of codes<HandoffFailure>('HandoffFailure')) say(code, en.link.failure(code));
for (const action of codes<ConsentAction>('ConsentAction')) say(action, en.record.action(action));
for (const code of codes<Notice['code']>('Notice', 'code')) {
  const notice = {
    code,
    problem: { code: 'name' },
    message: 'm',
    name: null,
    why: { code: 'unreadable' },
  };
  say(code, en.shell.notice(notice as Notice));
}
for (const code of codes<NotAttached['code']>('NotAttached', 'code')) {
  for (const name of [null, 'n']) {
    say(code, en.composer.notAttached(name, { limit: 5, code } as NotAttached));
  }
}
for (const why of codes<WhyLink>('WhyLink')) say(why, en.composer.sent({ as: 'link', why }));
for (const code of codes<SignInFailure['code']>('SignInFailure', 'code')) {
  const failure = { code, message: null, exit: { code: 1, signal: null } };
  say(code, en.ask.signInFailed(failure as SignInFailure, 'claude'));
}
for (const code of codes<AgentProblem['code']>('AgentProblem', 'code'))
  say(code, en.agents.problem({ line: 2, code } as AgentProblem));
for (const code of codes<LeftOut['code']>('LeftOut', 'code'))
  say(code, en.agents.leftOut('s', { code, kind: 'sse', program: 'p', name: 'n' } as LeftOut));
for (const code of codes<StartFailure['code']>('StartFailure', 'code'))
  say(code, en.shell.startFailure({ ...anything, code } as StartFailure));
for (const state of codes<ConnectionStatus['state']>('ConnectionStatus', 'state'))
  say(state, en.shell.status({ state } as ConnectionStatus));
for (const reason of codes<TurnEnd['reason']>('TurnEnd', 'reason'))
  say(reason, en.transcript.turnEnd({ ...anything, reason } as TurnEnd));
for (const note of codes<NoteView['note']>('NoteView', 'note'))
  say(note, en.transcript.note({ ...anything, note } as NoteView));
for (const kind of codes<SearchKind>('SearchKind')) say(kind, en.finding.kind(kind));
for (const severity of codes<Severity>('Severity')) say(severity, en.transcript.severity(severity));
for (const status of codes<ToolStatus>('ToolStatus')) {
  say(status, en.transcript.toolStatus(status));
  say(status, en.transcript.stepStatus(status));
}
for (const way of codes<TraceWay>('TraceWay')) say(way, en.inspector.way(way));
for (const kind of codes<TraceKind>('TraceKind')) say(kind, en.inspector.kind(kind));
const found: Finding[] = [
  ...codes<Finding['code']>('Finding', 'code').map((code) => {
    const parts = { mode: 'form', member: 'm', limit: 3, in_session: true, session: null };
    const more = { field: 'f', note: 'unsupported', reasons: ['userinfo'], by: 'session' };
    return { code, ...parts, ...more } as unknown as Finding;
  }),
  { code: 'form-note', field: null, note: 'required-ignored' },
  { code: 'no-scope', session: 's' },
  ...codes<DismissedBy>('DismissedBy').map((by): Finding => ({ code: 'dismissed', by })),
  ...codes<NoteCode>('NoteCode').map((note): Finding => ({ code: 'form-note', field: 'f', note })),
];
for (const finding of found) {
  const { what, instead, rule } = en.inspector.finding(finding);
  say(finding.code, [what, instead, rule].join(' '));
}
for (const speaker of codes<Speaker>('Speaker'))
  say(speaker, en.transcript.speaker(speaker, 'claude'));

test('every code on the wire has a sentence', () => {
  expect(sentences.length).toBeGreaterThan(300);
  for (const [from, sentence] of sentences) {
    expect(sentence, from).toMatch(/\w/);
    expect(sentence, from).not.toMatch(/undefined|null|\[object/);
  }
});

/** All fixed texts of the table, and those its functions make of plain parameters. */
function all(table: object): string[] {
  return Object.values(table).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? all(value) : [];
  });
}

test('the words are plain', () => {
  const texts = [...all(en), ...sentences.map(([, sentence]) => sentence)];
  expect(texts.length).toBeGreaterThan(300);
  for (const text of texts) expect(text).not.toMatch(/!|\bsafe|\bsorry|\boops|\bplease\b/i);
});

test('a language that is not there is English', () => {
  expect(choose(['xx-YY'])).toBe(en);
  expect(choose([])).toBe(en);
  expect(choose(['en-GB', 'xx'])).toBe(en);
});

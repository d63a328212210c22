import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { Words } from '../src/i18n';
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

/** What a language says for every code there is on the wire, each with where it comes from. */
export function sentencesOf(words: Words): [from: string, sentence: string][] {
  const sentences: [string, string][] = [];
  const say = (from: string, sentence: string): void => void sentences.push([from, sentence]);

  for (const code of codes<AskStatus>('AskStatus')) {
    say(code, words.ask.status(code));
    say(code, words.ask.happened(code, 'claude'));
  }
  for (const code of codes<RegistryFailure['code']>('RegistryFailure', 'code'))
    say(code, words.registry.failed({ ...anything, code } as unknown as RegistryFailure));
  for (const code of codes<RegistryProblem['code']>('RegistryProblem', 'code')) {
    const problem = { ...anything, code } as unknown as RegistryProblem;
    say(code, words.registry.problem(3, null, problem));
    say(`${code} named`, words.registry.problem(3, 'n', problem));
  }
  for (const code of codes<Trouble['code']>('Trouble', 'code'))
    say(code, words.remote.trouble({ ...anything, code } as unknown as Trouble));
  for (const code of codes<PermissionKind>('PermissionKind'))
    say(code, words.ask.permissionKind(code));
  for (const kind of codes<FieldKind>('FieldKind')) {
    for (const code of codes<ProblemCode>('ProblemCode')) {
      for (const hint of [null, 'email']) {
        const problem: Problem = { code, bound: '3', hint };
        say(`${kind} ${code}`, words.form.problem(problem, kind));
      }
    }
  }
  for (const code of codes<NoteCode>('NoteCode')) say(code, words.form.noteOn(null, code));
  for (const code of codes<Remark['code']>('Remark', 'code'))
    say(code, words.form.remark({ ...anything, code } as Remark));
  for (const verdict of codes<Verdict>('Verdict')) say(verdict, words.link.verdict(verdict));
  for (const code of codes<ReasonCode>('ReasonCode')) {
    for (const subject of [null, 'thing']) {
      say(code, words.link.reason({ code, verdict: 'warn', subject }, 'example.org'));
    }
  }
  for (const code of codes<HandoffFailure>('HandoffFailure')) say(code, words.link.failure(code));
  for (const action of codes<ConsentAction>('ConsentAction'))
    say(action, words.record.action(action));
  for (const code of codes<Notice['code']>('Notice', 'code')) {
    const notice = {
      code,
      problem: { code: 'name' },
      message: 'm',
      name: null,
      why: { code: 'unreadable' },
    };
    say(code, words.shell.notice(notice as Notice));
  }
  for (const code of codes<NotAttached['code']>('NotAttached', 'code')) {
    for (const name of [null, 'n']) {
      say(code, words.composer.notAttached(name, { limit: 5, code } as NotAttached));
    }
  }
  for (const why of codes<WhyLink>('WhyLink')) say(why, words.composer.sent({ as: 'link', why }));
  for (const code of codes<SignInFailure['code']>('SignInFailure', 'code')) {
    const failure = { code, message: null, exit: { code: 1, signal: null } };
    say(code, words.ask.signInFailed(failure as SignInFailure, 'claude'));
  }
  for (const code of codes<AgentProblem['code']>('AgentProblem', 'code'))
    say(code, words.agents.problem({ line: 2, code } as AgentProblem));
  for (const code of codes<LeftOut['code']>('LeftOut', 'code'))
    say(code, words.agents.leftOut('s', { code, kind: 'sse', program: 'p', name: 'n' } as LeftOut));
  for (const code of codes<StartFailure['code']>('StartFailure', 'code'))
    say(code, words.shell.startFailure({ ...anything, code } as StartFailure));
  for (const state of codes<ConnectionStatus['state']>('ConnectionStatus', 'state'))
    say(state, words.shell.status({ state } as ConnectionStatus));
  for (const reason of codes<TurnEnd['reason']>('TurnEnd', 'reason'))
    say(reason, words.transcript.turnEnd({ ...anything, reason } as TurnEnd));
  for (const note of codes<NoteView['note']>('NoteView', 'note'))
    say(note, words.transcript.note({ ...anything, note } as NoteView));
  for (const kind of codes<SearchKind>('SearchKind')) say(kind, words.finding.kind(kind));
  for (const severity of codes<Severity>('Severity'))
    say(severity, words.transcript.severity(severity));
  for (const status of codes<ToolStatus>('ToolStatus')) {
    say(status, words.transcript.toolStatus(status));
    say(status, words.transcript.stepStatus(status));
  }
  for (const way of codes<TraceWay>('TraceWay')) say(way, words.inspector.way(way));
  for (const kind of codes<TraceKind>('TraceKind')) say(kind, words.inspector.kind(kind));
  const found: Finding[] = [
    ...codes<Finding['code']>('Finding', 'code').map((code) => {
      const parts = { mode: 'form', member: 'm', limit: 3, in_session: true, session: null };
      const more = { field: 'f', note: 'unsupported', reasons: ['userinfo'], by: 'session' };
      return { code, ...parts, ...more } as unknown as Finding;
    }),
    { code: 'form-note', field: null, note: 'required-ignored' },
    { code: 'no-scope', session: 's' },
    ...codes<DismissedBy>('DismissedBy').map((by): Finding => ({ code: 'dismissed', by })),
    ...codes<NoteCode>('NoteCode').map((note): Finding => ({
      code: 'form-note',
      field: 'f',
      note,
    })),
  ];
  for (const finding of found) {
    const { what, instead, rule } = words.inspector.finding(finding);
    say(finding.code, [what, instead, rule].join(' '));
  }
  for (const speaker of codes<Speaker>('Speaker'))
    say(speaker, words.transcript.speaker(speaker, 'claude'));
  return sentences;
}

/** All fixed texts of a table, each with its place. */
export function textsOf(table: object, place = ''): [place: string, text: string][] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const here = place === '' ? name : `${place}.${name}`;
    if (typeof value === 'string') return [[here, value] as [string, string]];
    return typeof value === 'object' && value !== null ? textsOf(value, here) : [];
  });
}

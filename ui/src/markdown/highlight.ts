import type { Emitter, HLJSApi, HLJSOptions, LanguageFn } from 'highlight.js';

/** A piece of code, and what it is in the highlighter's words. */
export interface Piece {
  text: string;
  scope: string | undefined;
}

/** Code beyond this many characters stays plain. */
const LIMIT = 60_000;

const loaders: Record<string, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const aliases: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  'c++': 'cpp',
  h: 'c',
  cs: 'csharp',
  docker: 'dockerfile',
  toml: 'ini',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  jsonc: 'json',
  jsonl: 'json',
  kt: 'kotlin',
  make: 'makefile',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
  tsx: 'typescript',
  html: 'xml',
  svelte: 'xml',
  svg: 'xml',
  vue: 'xml',
  yml: 'yaml',
};

/** Collects pieces instead of HTML. */
class PieceEmitter implements Emitter {
  readonly pieces: Piece[] = [];
  readonly #scopes: string[] = [];

  addText(text: string): void {
    if (text !== '') this.pieces.push({ text, scope: this.#scopes.at(-1)?.split('.')[0] });
  }
  startScope(name: string): void {
    this.#scopes.push(name);
  }
  endScope(): void {
    this.#scopes.pop();
  }
  // The engine calls these for nested modes; its types do not name them.
  openNode(name: string): void {
    this.startScope(name);
  }
  closeNode(): void {
    this.endScope();
  }
  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof PieceEmitter) this.pieces.push(...emitter.pieces);
  }
  finalize(): void {
    this.#scopes.length = 0;
  }
  toHTML(): string {
    return '';
  }
}

let engine: Promise<HLJSApi> | undefined;

async function start(): Promise<HLJSApi> {
  const { default: core } = await import('highlight.js/lib/core');
  const own = core.newInstance();
  own.configure({ __emitter: PieceEmitter } as unknown as Partial<HLJSOptions>);
  return own;
}

/** The pieces of a piece of code; nothing for a language that is not known, or too much of it. */
export async function highlight(code: string, language: string): Promise<Piece[] | undefined> {
  const asked =
    language
      .trim()
      .split(/[\s,{]/)[0]
      ?.toLowerCase() ?? '';
  const name = Object.hasOwn(aliases, asked) ? aliases[asked] : asked;
  if (name === undefined || !Object.hasOwn(loaders, name) || code.length > LIMIT) return undefined;
  engine ??= start();
  const [own, grammar] = await Promise.all([engine, loaders[name]?.()]);
  if (!grammar) return undefined;
  if (!own.getLanguage(name)) own.registerLanguage(name, grammar.default);
  const { _emitter: emitter } = own.highlight(code, { language: name, ignoreIllegals: true });
  if (!(emitter instanceof PieceEmitter)) return undefined;
  // Colours may be wrong, the code may not.
  const whole = emitter.pieces.map(({ text }) => text).join('') === code;
  return whole ? emitter.pieces : undefined;
}

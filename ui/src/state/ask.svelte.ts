import type { AskHead } from '../wire/AskHead';
import type { AskView } from '../wire/AskView';
import type { Finding } from '../wire/Finding';
import type { FormState } from '../wire/FormState';
import type { FormView } from '../wire/FormView';
import type { Intent } from '../wire/Intent';
import type { LinkView } from '../wire/LinkView';
import type { PermissionView } from '../wire/PermissionView';
import type { SignInView } from '../wire/SignInView';
import { FieldModel } from './field.svelte';

/** The parts of a form's state that are not in its fields. */
export type FormRest = Omit<FormState, 'fields'>;

/** Takes an intent that may be replaced by a later one with the same key before it is sent. */
export type Put = (key: string, intent: Intent) => void;

/** A form, with one model for each of its fields, so that a change touches one field only. */
export class FormModel {
  readonly kind = 'form';
  view: FormView = $state.raw(undefined as never);
  rest: FormRest = $state.raw(undefined as never);
  fields: FieldModel[] = $state.raw([]);
  readonly #ask: number;
  readonly #put: Put;

  constructor(ask: number, view: FormView, state: FormState, put: Put) {
    this.#ask = ask;
    this.#put = put;
    this.receive(view, state);
  }

  /** The whole of it came again. */
  receive(view: FormView, state: FormState): void {
    this.view = view;
    this.receiveState(state);
  }

  /** Its state came again. */
  receiveState(state: FormState): void {
    const { fields, ...rest } = state;
    this.rest = rest;
    if (fields.length === this.fields.length) {
      fields.forEach((field, index) => this.fields[index]?.receive(field));
    } else {
      this.fields = fields.map((field, index) => this.#field(field, index));
    }
  }

  /** Whether anything was entered. */
  get touched(): boolean {
    return (
      this.rest.touched || this.fields.some((field) => field.touched || field.companion !== '')
    );
  }

  #field(state: FormState['fields'][number], index: number): FieldModel {
    const ask = this.#ask;
    return new FieldModel(state, (edit) => {
      const key = `${edit.part} ${ask} ${index}`;
      if (edit.part === 'suggestion') {
        this.#put(key, { type: 'take-suggestion', ask, index, seq: edit.seq });
      } else if (edit.part === 'draft') {
        this.#put(key, { type: 'set-field', ask, index, draft: edit.draft, seq: edit.seq });
      } else {
        this.#put(key, { type: 'set-companion', ask, index, text: edit.text, seq: edit.seq });
      }
    });
  }
}

/** A link ask. */
export class LinkModel {
  readonly kind = 'link';
  view: LinkView = $state.raw(undefined as never);

  constructor(view: LinkView) {
    this.view = view;
  }
}

/** A permission. */
export class PermissionModel {
  readonly kind = 'permission';
  view: PermissionView = $state.raw(undefined as never);

  constructor(view: PermissionView) {
    this.view = view;
  }
}

/** A sign-in. */
export class SignInModel {
  readonly kind = 'sign-in';
  view: SignInView = $state.raw(undefined as never);

  constructor(view: SignInView) {
    this.view = view;
  }
}

/** What an ask asks. */
export type BodyModel = FormModel | LinkModel | PermissionModel | SignInModel;

/** An ask. */
export class AskModel {
  head: AskHead = $state.raw(undefined as never);
  body: BodyModel = $state.raw(undefined as never);
  /** What there is to say to the agent's author about it. */
  findings: Finding[] = $state.raw([]);
  /** It ended without the person's doing while there was something on it worth keeping: it stays until closed. */
  lingers = $state(false);

  constructor(view: AskView, put: Put) {
    this.head = view.head;
    this.body = build(view, put);
    this.findings = view.findings;
  }

  /** Its key. */
  get id(): number {
    return this.head.id;
  }

  /** Whether it stands in the dock. */
  get docked(): boolean {
    return isOpen(this.head) || this.lingers;
  }

  /** The whole of it came again. */
  receive(view: AskView, put: Put): void {
    const body = view.body;
    if (body.kind === 'form' && this.body.kind === 'form') this.body.receive(body.form, body.state);
    else if (body.kind === 'link' && this.body.kind === 'link') this.body.view = body.link;
    else this.body = build(view, put);
    this.findings = view.findings;
    this.receiveHead(view.head);
  }

  /** Its head came again. */
  receiveHead(head: AskHead): void {
    if (isOpen(this.head) && !isOpen(head)) this.lingers = worthKeeping(head, this.body);
    if (isOpen(head)) this.lingers = false;
    this.head = head;
  }
}

/** Whether an ask still needs the person, or a page that was opened for it does. */
export function isOpen(head: AskHead): boolean {
  return head.status === 'pending' || head.status === 'waiting';
}

function worthKeeping(head: AskHead, body: BodyModel): boolean {
  if (head.status === 'completed') return true;
  if (head.status !== 'withdrawn' && head.status !== 'lost') return false;
  return body.kind === 'link' || (body.kind === 'form' && body.touched);
}

function build({ head, body }: AskView, put: Put): BodyModel {
  switch (body.kind) {
    case 'form':
      return new FormModel(head.id, body.form, body.state, put);
    case 'link':
      return new LinkModel(body.link);
    case 'permission':
      return new PermissionModel(body.permission);
    case 'sign-in':
      return new SignInModel(body.sign_in);
  }
}

import { t } from '../i18n';
import type { AskModel } from '../state/ask.svelte';
import type { PermissionOption } from '../wire/PermissionOption';
import type { PermissionView } from '../wire/PermissionView';

/** Who wants what, in a sentence without a full stop. */
export function titleOf({ head, body }: AskModel): string {
  switch (body.kind) {
    case 'form':
      return body.view.approval ? t.ask.wantsPermission(head.agent) : t.ask.asks(head.agent);
    case 'link':
      return head.status === 'waiting' || head.status === 'completed'
        ? t.ask.opened(head.agent)
        : t.ask.wantsVisit(head.agent);
    case 'permission':
      return t.ask.wantsPermission(head.agent);
    case 'sign-in':
      return t.ask.wantsSignIn(head.agent);
  }
}

/** What it is about, in the agent's words, on one line. */
export function subjectOf({ head, body }: AskModel): string {
  if (body.kind === 'permission') {
    const { command, outside, target, tool } = body.view;
    if (outside !== null) return t.ask.outside(outside);
    return tool.title || command || target || t.transcript.untitledTool;
  }
  return head.message.split('\n', 1)[0] ?? '';
}

/** The options of a permission, with our words where it is Assent that asks. */
export function namedOptions({ options, outside }: PermissionView): PermissionOption[] {
  if (outside === null) return options;
  return options.map(({ kind }) => ({ kind, name: t.ask.outsideOption(kind) }));
}

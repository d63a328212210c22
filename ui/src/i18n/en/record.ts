import type { ConsentAction } from '../../wire/ConsentAction';
import type { ReasonCode } from '../../wire/ReasonCode';
import { link } from './link';
import { write } from './write';

const actions: Record<ConsentAction, string> = {
  opened: 'opened in the browser',
  'opened-elsewhere': 'opened elsewhere',
  'same-page': 'joined a page that was waiting',
  'open-failed': 'the browser did not take it',
  declined: 'declined',
  muted: 'declined, links were muted',
  cancelled: 'cancelled',
  refused: 'answered with an error',
  withdrawn: 'taken back by the agent',
};

export const record = {
  title: 'Consent record',
  about:
    'Each link an agent asked for, and what was done about it. The addresses themselves are not kept.',
  empty: 'No agent has asked for a link yet.',
  export: 'Export…',
  when: 'When',
  time: write.brief,
  agent: 'Agent',
  host: 'Host',
  what: 'What was done',
  noHost: 'no readable host',
  action: (action: ConsentAction) => actions[action],
  /** A record may be older than the codes of today: an unknown one stands for itself. */
  reason: (code: string, host: string) =>
    Object.hasOwn(link.reasonCodes, code) ? link.reasonCodes[code as ReasonCode]('', host) : code,
};

import type { ConsentAction } from '../../wire/ConsentAction';
import type { ReasonCode } from '../../wire/ReasonCode';
import { link } from './link';
import { write } from './write';

const actions: Record<ConsentAction, string> = {
  opened: 'im Browser geöffnet',
  'opened-elsewhere': 'anderswo geöffnet',
  'same-page': 'einer wartenden Seite angeschlossen',
  'open-failed': 'vom Browser nicht angenommen',
  declined: 'abgelehnt',
  muted: 'abgelehnt, Links waren stummgeschaltet',
  cancelled: 'abgebrochen',
  refused: 'mit einem Fehler beantwortet',
  withdrawn: 'vom Agenten zurückgezogen',
};

export const record = {
  title: 'Einwilligungen',
  about:
    'Jeder Link, um den ein Agent gebeten hat, und was mit ihm geschah. Die Adressen selbst werden nicht gespeichert.',
  empty: 'Noch hat kein Agent um einen Link gebeten.',
  export: 'Exportieren\u00a0…',
  when: 'Wann',
  time: write.brief,
  agent: 'Agent',
  host: 'Host',
  what: 'Was geschah',
  noHost: 'kein lesbarer Host',
  action: (action: ConsentAction) => actions[action],
  /** A record may be older than the codes of today: an unknown one stands for itself. */
  reason: (code: string, host: string) =>
    Object.hasOwn(link.reasonCodes, code) ? link.reasonCodes[code as ReasonCode]('', host) : code,
};

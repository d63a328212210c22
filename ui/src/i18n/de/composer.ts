import type { NotAttached } from '../../wire/NotAttached';
import type { SentAs } from '../../wire/SentAs';
import type { WhyLink } from '../../wire/WhyLink';
import { count, number, size, write } from './write';

const whyLink: Record<WhyLink, string> = {
  'not-taken': 'dieser Agent nimmt Dateien dieser Art nicht in Nachrichten an',
  'too-large': 'zu groß, um ganz gesendet zu werden',
  unreadable: 'nicht lesbar',
  outside: 'führt aus den Ordnern der Sitzung hinaus',
};

function sent(as: SentAs): string {
  switch (as.as) {
    case 'full':
      return 'Ganz gesendet';
    case 'link':
      return as.why === null ? 'Als Link gesendet' : `Als Link gesendet: ${whyLink[as.why]}`;
    case 'here':
      return as.why === null
        ? 'Nicht gesendet: Der Agent läuft auf einem anderen Rechner'
        : `Nicht gesendet. Der Agent läuft auf einem anderen Rechner; außerdem: ${whyLink[as.why]}`;
    case 'nothing':
      return 'Nicht gesendet: Dieser Agent nimmt keine Bilder an';
    case 'unknown':
      return '';
  }
}

function sentBriefly(as: SentAs): string {
  if (as.as === 'nothing' || as.as === 'here') return 'nicht gesendet';
  return as.as === 'link' ? 'als Link' : '';
}

function why(reason: NotAttached): string {
  switch (reason.code) {
    case 'no-pictures':
      return 'Dieser Agent nimmt keine Bilder in Nachrichten an.';
    case 'not-picture':
      return 'Nur Bilder in PNG, JPEG, GIF und WebP lassen sich einfügen.';
    case 'too-large':
      return `Größer als ${size(reason.limit)}.`;
    case 'too-many':
      return `Eine Nachricht fasst höchstens ${count(reason.limit, 'Anhang', 'Anhänge')}.`;
    case 'unreadable':
      return 'Nicht lesbar.';
  }
}

export const composer = {
  attach: 'Dateien anhängen',
  attachFolder: 'Ordner anhängen',
  attached: 'Angehängt',
  attachedRemove: (name: string) => `${name} entfernen`,
  pastedPicture: 'Eingefügtes Bild',
  dropHere: 'Loslassen, um an diese Nachricht anzuhängen',
  files: 'Dateien',
  noFile: (query: string) => `Keine Datei und kein Ordner passt zu @${query}`,
  size,
  sent,
  sentBriefly,
  whyLink,
  notAttached: (name: string | null, reason: NotAttached) =>
    `Nicht angehängt${name === null ? '' : ` (${name})`}: ${why(reason)}`,
  commands: 'Befehle',
  commandsMore: (n: number) =>
    `${count(n, 'weiterer Befehl ist', 'weitere Befehle sind')} nicht aufgeführt.`,
  hint: (hint: string) => `Danach: ${hint}`,
  queue: 'Wartende Nachrichten',
  queueWaits: (n: number) =>
    n === 1
      ? 'Wird gesendet, wenn der Durchgang endet'
      : `${number(n)} Nachrichten; am Ende jedes Durchgangs wird eine gesendet`,
  queuePaused: 'Wartet. Nichts hiervon wird gesendet, bevor Sie es sagen.',
  queueResume: 'Weiter',
  queueAdd: 'Einreihen',
  queueFull: 'Die Warteschlange ist voll. Entfernen Sie zuerst eine Nachricht.',
  sendNow: 'Jetzt senden',
  sendNowStops: 'Hält den laufenden Durchgang an, wartet auf sein Ende und sendet dann dies',
  sendNowIdle: 'Sendet dies als Nächstes',
  queuedEdit: 'Ins Eingabefeld zurückholen',
  queuedRemove: 'Diese Nachricht entfernen',
  dropped: 'Gehört nicht mehr zum Gespräch',
  usage: (used: number, size: number) =>
    size > 0 ? `${write.short(used)} von ${write.short(size)}` : write.short(used),
  usageTitle: (used: number, size: number) =>
    `${number(used)} von ${count(size, 'Token', 'Token')} im Kontext`,
  money: write.money,
  moneyTitle: 'Was diese Sitzung bisher gekostet hat, nach Zählung des Agenten',
};

import type { HandoffFailure } from '../../wire/HandoffFailure';
import type { Reason } from '../../wire/Reason';
import type { ReasonCode } from '../../wire/ReasonCode';
import type { Verdict } from '../../wire/Verdict';

type Sentence = (subject: string, domain: string) => string;

const verdicts: Record<Verdict, string> = {
  info: 'Hinweis',
  plain: 'keine Anmerkungen',
  warn: 'Adresse ansehen',
  strong: 'genau hinsehen',
  refuse: 'lässt sich nicht öffnen',
};

const named = (subject: string, fallback: string): string =>
  subject === '' ? fallback : `„${subject}“`;

const reasons: Record<ReasonCode, Sentence> = {
  empty: () => 'Es gibt keine Adresse.',
  unparsable: () => 'Dies lässt sich nicht als Adresse lesen.',
  'too-long': () => 'Die Adresse ist länger als 8.192 Bytes.',
  'hidden-chars': (s) =>
    s === ''
      ? 'Sie enthält Zeichen, die man nicht sehen kann, oder Leerraum, wo keiner hingehört.'
      : `Sie enthält Zeichen, die man nicht sehen kann, oder Leerraum, wo keiner hingehört (${s}).`,
  backslash: () => 'Sie enthält einen umgekehrten Schrägstrich, den Programme verschieden lesen.',
  slashes: () => 'Nach dem Schema stehen nicht genau zwei Schrägstriche.',
  scheme: (s) =>
    `Sie beginnt mit ${named(s, 'einem anderen Schema')}. Nur Seiten mit http und https lassen sich öffnen.`,
  userinfo: (s) =>
    s === ''
      ? 'Vor dem Host steht ein @; dadurch sieht ein anderer Name wie der Host aus.'
      : `„${s}“ steht vor einem @. Das ist nicht der Host, sieht aber so aus.`,
  'percent-host': () => 'Der Host ist in Prozentcodes geschrieben.',
  'bad-host': () => 'Der Host ist kein möglicher Name.',
  'port-zero': () => 'Port 0 kann man nicht besuchen.',
  'disguised-ip': () => 'Der Host ist eine verkleidete IP-Adresse.',
  'unusable-ip': () => 'Der Host ist eine IP-Adresse, die keine Seite haben kann.',
  'app-internal': () => 'Der Host ist einer, den dieses Fenster für sich selbst benutzt.',
  http: () =>
    'Die Verbindung ist nicht verschlüsselt (http): Andere auf dem Weg können die Seite lesen und ändern.',
  'host-rewritten': (s) =>
    s === ''
      ? 'Der Host ist mit anderen Zeichen geschrieben, aus denen diese werden.'
      : `Der Host war als „${s}“ geschrieben, und daraus wird dieser.`,
  'idn-restricted': () => 'Der Host enthält Zeichen, die Namen nicht enthalten sollten.',
  'idn-mixed': () => 'Der Host mischt Buchstaben verschiedener Schriften.',
  'idn-confusable': (s) =>
    s === ''
      ? 'Der Host sieht aus wie ein anderer Name.'
      : `Der Host sieht aus wie „${s}“, ist es aber nicht.`,
  'idn-tricky': () => 'Der Host enthält Buchstaben oder Zeichen, die leicht zu verwechseln sind.',
  'idn-rtl': () => 'Der Host enthält Buchstaben, die von rechts nach links geschrieben werden.',
  lookalike: (s, domain) =>
    `Sieht aus wie ${named(s, 'eine bekannte Website')}, gehört aber zu ${domain}.`,
  'embedded-domain': (s, domain) =>
    `Beginnt mit ${named(s, 'dem Namen einer anderen Website')}, gehört aber zu ${domain}.`,
  'is-public-suffix': () => 'Der Host ist eine Endung, unter der jeder einen Namen haben kann.',
  'trailing-dot': () => 'Der Host endet mit einem Punkt, was ungewöhnlich ist.',
  'ip-literal': () => 'Der Host ist eine bloße IP-Adresse; sie sagt nicht, wem sie gehört.',
  'link-local': () =>
    'Der Host ist eine Adresse des lokalen Netzabschnitts, über die sich oft Rechner selbst einrichten.',
  'bad-nested': (s) =>
    s === ''
      ? 'Ein Parameter enthält ein Skript oder eine Dateiadresse.'
      : `Der Parameter „${s}“ enthält ein Skript oder eine Dateiadresse.`,
  'private-ip': () => 'Der Host ist in Ihrem eigenen Netz.',
  'single-label': () => 'Der Host hat keinen Punkt: Er ist ein Name in Ihrem eigenen Netz.',
  intranet: () => 'Der Host ist ein Name in Ihrem eigenen Netz.',
  loopback: () => 'Die Seite ist auf diesem Rechner.',
  'this-machine': () =>
    'Diese Seite wäre auf diesem Rechner, aber der Agent läuft auf einem anderen.',
  'this-network': () =>
    'Diese Seite wäre im Netz dieses Rechners, aber der Agent läuft auf einem anderen.',
  'returns-here': (s) =>
    `Die Seite gibt ihre Antwort an ${s} weiter, also an diesen Rechner. Der Agent läuft auf einem anderen und erhält sie vielleicht nicht.`,
  punycode: () => 'Der Host ist mit anderen Buchstaben als a bis z geschrieben.',
  'shared-hosting': (s) =>
    s === ''
      ? 'Unter diesem Namen kann jeder eine Seite haben.'
      : `Unter ${s} kann jeder eine Seite haben.`,
  'unknown-suffix': (s) =>
    s === ''
      ? 'Die Endung des Hosts ist keine bekannte.'
      : `Die Endung „.${s}“ ist keine bekannte.`,
  onion: () => 'Der Host ist im Tor-Netz; die meisten Browser können ihn nicht besuchen.',
  spaces: () => 'Sie enthält Leerzeichen. Sie werden als %20 geöffnet.',
  port: (s) =>
    s === ''
      ? 'Sie benutzt einen ungewöhnlichen Port.'
      : `Sie benutzt Port ${s}, was ungewöhnlich ist.`,
  'host-in-path': (s) =>
    s === ''
      ? 'Der Pfad enthält etwas, das wie eine andere Website aussieht.'
      : `Der Pfad enthält „${s}“; das sieht wie eine andere Website aus, ist es aber nicht.`,
  'encoded-hidden': () => 'Sie enthält Zeichen in Prozentcodes, die man nicht sehen könnte.',
  'secret-in-url': (s) =>
    s === ''
      ? 'Sie enthält etwas, das wie ein Schlüssel oder Passwort aussieht.'
      : `Der Parameter „${s}“ enthält etwas, das wie ein Schlüssel oder Passwort aussieht.`,
  download: (s) =>
    s === ''
      ? 'Sie führt zu einer Datei, die sich ausführen lässt.'
      : `Sie führt zu einer Datei, die sich ausführen lässt (.${s}).`,
  long: () => 'Sie ist länger als 2.048 Zeichen.',
  redirect: (s) =>
    s === '' ? 'Führt danach weiter zu einer anderen Seite.' : `Führt danach weiter zu ${s}.`,
};

const failures: Record<HandoffFailure, string> = {
  'no-browser': 'Auf diesem Rechner wurde kein Browser gefunden.',
  'ended-badly': 'Der Browser wurde gestartet und endete sofort mit einem Fehler.',
  unconfirmed:
    'Innerhalb von zehn Sekunden war nicht zu erfahren, ob der Browser die Seite geöffnet hat.',
  helper: 'Der Teil von Assent, der den Browser startet, konnte nicht ausgeführt werden.',
};

export const link = {
  verdict: (verdict: Verdict) => verdicts[verdict],
  reason: (reason: Reason, domain: string) => reasons[reason.code](reason.subject ?? '', domain),
  reasonCodes: reasons,
  failure: (failure: HandoffFailure) => failures[failure],
  failureCodes: failures,
  review: 'Link ansehen\u00a0…',
  noHost: 'Keine lesbare Adresse',
  copyTheCode: (code: string) => `Code ${code} kopieren`,
  codeLabel: 'Code',
  blocked: 'Assent kann diese Seite nicht öffnen.',
  dialogTitle: 'Diese Seite im Browser öffnen?',
  dialogAgain: 'Diese Seite noch einmal öffnen?',
  fromAgent: (agent: string) => `${agent} möchte, dass Sie sie besuchen.`,
  host: 'Host',
  scheme: (scheme: string) => `nicht verschlüsselt, ${scheme}:`,
  port: (port: number) => `:${port}`,
  readsAs: (text: string) => `liest sich als ${text}`,
  imitates: 'enthält Zeichen, die andere nachahmen',
  address: 'Die ganze Adresse',
  written: 'Der Agent hat sie anders geschrieben',
  reasons: 'Was auffällt',
  cannotSee: (agent: string) =>
    `Assent sieht weder die Seite noch was Sie dort eingeben. Was die Seite an ${agent} weitergibt, kann Assent nicht wissen.`,
  understand: (domain: string) => `Mir ist klar: Das führt zu ${domain}`,
  back: 'Zurück',
  copy: 'Link kopieren',
  qr: 'QR-Code',
  hideQr: 'QR-Code verbergen',
  qrLabel: 'Die Adresse als QR-Code',
  noQr: 'Kein QR-Code: Diese Seite geht nur auf diesem Rechner.',
  elsewhere: 'Ich habe sie anderswo geöffnet',
  open: 'Im Browser öffnen',
  openIn: (seconds: string) => `Im Browser öffnen (${seconds} s)`,
  openHeld: 'Im Browser öffnen (…)',
  running: 'Der Browser wird gestartet\u00a0…',
  samePage: (agent: string) => `${agent} bittet noch einmal um dieselbe Seite.`,
  samePageDone: 'Ich bin fertig, weiter',
  openAgain: 'Noch einmal öffnen',
  done: 'Ich bin fertig',
  stopWaiting: 'Nicht länger warten',
  stopTitle: 'Nicht länger auf diese Seite warten?',
  stopOnly: 'Nur nicht länger warten',
  stopAlso: 'Auch abbrechen, was auf sie wartet',
  stopKeep: 'Weiter warten',
  stopText: (agent: string) =>
    `${agent} weiß, dass Sie die Seite geöffnet haben, und arbeitet vielleicht noch damit.`,
  waiting: (agent: string) =>
    `In Ihrem Browser geöffnet. ${agent} weiß das und macht weiter, wenn die Seite abgeschlossen ist.`,
  finished: (agent: string) => `Laut ${agent} ist diese Seite abgeschlossen`,
  finishedPending: (agent: string) =>
    `Laut ${agent} ist diese Seite abgeschlossen. Die Frage wartet noch auf Ihre Antwort.`,
  failed: 'Die Seite wurde vielleicht nicht geöffnet',
  mayHaveOpened: 'Die Seite wurde vielleicht geöffnet, bevor die Frage zurückgezogen wurde.',
  tryAgain: 'Noch einmal versuchen',
  itOpened: 'Sie ist offen',
  mute: 'Links dieses Agenten stummschalten',
  muteHow: (agent: string) =>
    `Sie haben zweimal nacheinander abgelehnt. Stummgeschaltet wird jeder weitere Link von ${agent} abgelehnt, bis seine Verbindung endet.`,
};

import type { importing as english } from '../en/import'

const events = (count: number) => (count === 1 ? '1 Termin' : `${count} Termine`)

export const importing: typeof english = {
  title: 'Kalender übernehmen',
  hint: 'Eine Datei, die auf .ics endet, so wie andere Kalender sie speichern. Du kannst sie auch auf deinen Kalender ziehen. Niemand wird eingeladen, niemand bekommt eine Nachricht.',
  choose: 'Datei auswählen',
  copy: 'Ganzen Kalender kopieren',
  copyTitle: 'Ganzen Kalender kopieren',
  copyHint: 'Für einen Umzug: Alles aus einem Kalender kommt zusätzlich in einen anderen. Der alte bleibt, wie er ist.',
  from: 'Aus',
  into: 'In welchen Kalender?',
  drop: 'Kalenderdatei hier loslassen',
  looking: 'Wird angesehen…',
  found: (count) => `${events(count)} gefunden`,
  nothing: 'Es sind keine Termine darin.',
  days: (from, to) => `Von ${from}, bis ${to}`,
  onDay: (day) => `Am ${day}`,
  since: (from) => `Ab ${from}`,
  known: (count) =>
    count === 1
      ? '1 ist schon in diesem Kalender und bleibt, wie er ist.'
      : `${count} sind schon in diesem Kalender und bleiben, wie sie sind.`,
  allKnown: 'Alle sind schon in diesem Kalender.',
  skipped: (count) =>
    count === 1
      ? '1 Eintrag ist kein Termin, zum Beispiel eine Aufgabe, und bleibt weg.'
      : `${count} Einträge sind keine Termine, zum Beispiel Aufgaben, und bleiben weg.`,
  action: 'Übernehmen',
  bring: (count) => `${events(count)} übernehmen`,
  copyAction: (count) => `${events(count)} kopieren`,
  running: 'Termine werden übernommen',
  progress: (done, total) => `${done} von ${total}`,
  oneByOne: 'Was du gewählt hast, kann folgen, sobald das fertig ist.',
  goesOn: 'Du kannst das hier schließen oder die Seite verlassen, es geht von allein weiter.',
  noConnection:
    'Gerade gibt es keine Verbindung. Es geht trotzdem weiter; wie weit es ist, siehst du, sobald die Verbindung wieder da ist.',
  stop: 'Anhalten',
  finished: 'Fertig',
  stopped: 'Angehalten',
  gone: 'Davon ist nichts mehr bekannt. Was übernommen wurde, steht im Kalender.',
  broken: 'In diesen Kalender lässt sich nicht mehr schreiben.',
  done: (count) =>
    count === 0 ? 'Es gab nichts Neues.' : `${events(count)} ${count === 1 ? 'steht' : 'stehen'} jetzt im Kalender.`,
  wereKnown: (count) => (count === 1 ? '1 war schon da.' : `${count} waren schon da.`),
  failed: (count) =>
    count === 1 ? '1 hat der Server des Kalenders abgelehnt.' : `${count} hat der Server des Kalenders abgelehnt.`,
  untitled: 'Ein Termin ohne Titel',
  more: (count) => `und ${count} weitere`,
  notWritten: (count) => (count === 1 ? '1 wurde nicht übernommen.' : `${count} wurden nicht übernommen.`),
  close: 'Schließen',
  noCalendar: 'Du hast keinen Kalender, in den du schreiben kannst.',
  notACalendar:
    'Diese Datei ist kein Kalender oder kein ganzer. Speichere sie dort, wo sie herkommt, noch einmal; ihr Name endet auf .ics.',
  tooLarge: 'Diese Datei ist größer als 20 MB. Speichere sie in Teilen, ein paar Jahre je Datei.',
  unreadable: 'Diese Datei lässt sich nicht lesen. Wähle sie noch einmal aus; von einem Ordner die Dateien darin.',
  tooMany: 'Es werden schon mehrere Kalender übernommen. Warte bitte, bis einer davon fertig ist.',
  readOnly: 'In diesen Kalender lässt sich nicht schreiben.',
}

import type { eventForm as english } from '../en/event-form'
import { eventCard } from './event-card'
import { quickAdd } from './quick-add'
import { recurrence } from './recurrence'

export const eventForm: typeof english = {
  connectAgain: 'Neu verbinden',
  create: 'Neuer Termin',
  edit: 'Termin bearbeiten',
  title: 'Titel',
  titleHint: 'Was steht an?',
  forWhom: 'Für wen',
  allDay: 'Ganztägig',
  starts: 'Beginn',
  ends: 'Ende',
  startDate: 'Datum des Beginns',
  startTime: 'Uhrzeit des Beginns',
  endDate: 'Datum des Endes',
  endTime: 'Uhrzeit des Endes',
  calendar: 'Kalender',
  everyoneCalendar: (name) => `${name} (alle)`,
  repeats: 'Wiederholung',
  recurrences: {
    none: 'Nie',
    daily: 'Jeden Tag',
    weekly: 'Jede Woche',
    monthly: 'Jeden Monat',
    yearly: 'Jedes Jahr',
    custom: 'Besondere Regel (bleibt, wie sie ist)',
  },
  recurrence,
  quickAdd,
  card: eventCard,
  repeatEnds: 'Ende der Wiederholung',
  never: 'Nie',
  onDate: 'An einem Tag',
  afterTimes: 'Nach … Terminen',
  untilDate: 'Letzter Tag',
  times: 'Anzahl',
  reminder: 'Erinnerung',
  noReminder: 'Keine',
  anotherReminder: 'Noch eine Erinnerung',
  customReminder: 'Besondere Erinnerung (bleibt, wie sie ist)',
  place: 'Ort',
  placeHint: 'Ort hinzufügen',
  notes: 'Notizen',
  notesHint: 'Notizen hinzufügen',
  seriesNote: 'Dieser Termin wiederholt sich. Beim Speichern wählst du, welche seiner Termine sich ändern.',
  overrideNote: 'Dieser weicht von den anderen Terminen seiner Serie ab.',
  movesNote: 'Beim Speichern zieht der Termin in den anderen Kalender um.',
  loading: 'Der Termin wird geladen…',
  partlyKnown: 'Nicht alles konnte geladen werden. Was hier nicht steht, bleibt, wie es ist.',
  partlySaved: 'Eine frühere Änderung ist noch unterwegs. Was hier nicht steht, bleibt, wie es ist.',
  notKnown: 'Der Termin konnte nicht geladen werden.',
  read: {
    whose: (owner, calendar) => `Aus dem Kalender „${calendar}“ von ${owner}. Nur ${owner} kann den Termin ändern.`,
    birthday: (age) => (age === null ? 'Geburtstag' : age === 0 ? 'Tag der Geburt' : `${age}. Geburtstag`),
    fromElsewhere: (calendar) =>
      `Aus „${calendar}“, einem Kalender von anderswo. Der Termin lässt sich hier nicht ändern.`,
    busy: (owner) => `${owner} hat dann keine Zeit. Mehr ist nicht zu sehen.`,
  },
  problems: {
    title: 'Gib dem Termin einen Namen',
    longTitle: (most) => `Höchstens ${most} Zeichen`,
    start: 'Wann beginnt er?',
    end: 'Das Ende liegt vor dem Beginn',
    noEnd: 'Wann endet er?',
    until: 'Der letzte Tag liegt vor dem Beginn',
    noUntil: 'Welcher Tag ist der letzte?',
    count: 'Eine Zahl ab 1',
  },

  changed: (title) => `„${title}“ geändert`,
  deleted: (title) => `„${title}“ gelöscht`,
  range: {
    change: (title) => `„${title}“ ändern: welche Termine?`,
    remove: (title) => `„${title}“ löschen: welche Termine?`,
    this: 'Nur diesen',
    thisAndFuture: 'Diesen und alle folgenden',
    all: 'Alle',
    count: (count) => (count === 1 ? '1 Termin' : `${count} Termine`),
    endless: 'ohne Ende',
    sameReminders: 'Alle Termine einer Serie haben dieselben Erinnerungen.',
  },

  meeting: {
    with: (names) => `Mit ${names}`,
    invitedBy: (name) => `Eingeladen von ${name}`,
    deleteTitle: (title) => `„${title}“ löschen?`,
    moveTitle: (title) => `„${title}“ in den anderen Kalender verschieben?`,
    moveAction: 'Verschieben',
    isOff: (names, count) =>
      count === 1 ? `${names} erfährt, dass der Termin ausfällt.` : `${names} erfahren, dass der Termin ausfällt.`,
    isNotComing: (name) => `${name} erfährt, dass du nicht kommst.`,
    mayBeTold: (names, count) =>
      count === 1
        ? `${names} nimmt daran teil und erfährt vielleicht davon.`
        : `${names} nehmen daran teil und erfahren vielleicht davon.`,
    unknown: 'Ob andere daran teilnehmen, ist gerade nicht zu sehen. Wenn ja, erfahren sie davon.',
    others: (count) => (count === 1 ? '1 weitere Person' : `${count} weitere`),
  },

  utc: {
    example: (household, here) => `Die Uhr des Haushalts steht auf UTC: ${household} dort ist hier ${here}.`,
    plain: 'Die Uhr des Haushalts steht auf UTC, das ist nicht die Zeit von hier.',
    others: 'Wer den Haushalt verwaltet, kann sie unter „Haushalt“ stellen.',
    use: (zone) => `${zone} nehmen`,
    failed: 'Die Uhr ließ sich nicht stellen. Bitte versuche es gleich noch einmal.',
  },

  lead: {
    atStart: 'Zum Beginn',
    onDay: (days, time) => {
      if (days === 0) return `Am Tag um ${time}`
      if (days === 1) return `Am Vortag um ${time}`
      return days === 7 ? `Eine Woche vorher um ${time}` : `${days} Tage vorher um ${time}`
    },
    minutes: (minutes) => (minutes === 1 ? '1 Minute vorher' : `${minutes} Minuten vorher`),
    hours: (hours) => (hours === 1 ? '1 Stunde vorher' : `${hours} Stunden vorher`),
    days: (days) => (days === 1 ? '1 Tag vorher' : `${days} Tage vorher`),
    week: '1 Woche vorher',
  },
}

import type { listVerbs as english } from '../en/list-verbs'

export const listVerbs: typeof english = {
  duplicate: 'Als neue Liste noch einmal nutzen',
  copyOf: (name) => `${name} (Kopie)`,
  duplicated: (name) => `„${name}“ ist da`,
  notDuplicated: 'Die Liste konnte nicht kopiert werden. Bitte versuche es noch einmal.',
  untick: 'Alle Haken entfernen',
  unticked: (count) => (count === 1 ? '1 Haken entfernt' : `${count} Haken entfernt`),
  move: 'Abgehaktes verschieben…',
  moveTitle: (count) =>
    count === 1 ? '1 abgehakten Eintrag verschieben nach' : `${count} abgehakte Einträge verschieben nach`,
  moved: (count, name) => `${count} auf „${name}“ verschoben`,
  movedBrief: (count) => `${count} verschoben`,
  unshared: (name) => `„${name}“ ist nur noch deine`,
  unsharedChores: (name) => `„${name}“ ist nur noch deine. Niemand sonst hat darin etwas zu tun.`,
  templates: {
    title: 'Beginnen mit',
    none: 'Leere Liste',
    items: (texts) => `${texts.slice(0, 4).join(', ')} und ${texts.length - 4} weitere. Du kannst alles ändern.`,
  },
  history: {
    open: 'Wer was gemacht hat',
    before: 'Der Monat davor',
    after: 'Der Monat danach',
    times: (name, count) => (count === 1 ? `${name}: einmal` : `${name}: ${count}-mal`),
    together: (count) => (count === 1 ? '1 Sache erledigt.' : `${count} Sachen erledigt, alle zusammen.`),
    none: (month) => `Im ${month} wurde nichts abgehakt.`,
    notLoaded: 'Wer was gemacht hat, konnte nicht geladen werden.',
    offline: 'Wer was gemacht hat, zählt der Server des Haushalts. Du siehst es, sobald es eine Verbindung gibt.',
  },
  notices: {
    open: 'Nachrichten zu dieser Liste…',
    title: (name) => `Nachrichten zu ${name}`,
    on: 'Sag mir, wenn jemand etwas hinzufügt',
    hint: 'Was innerhalb von zwei Minuten dazukommt, ist eine Nachricht. In deinen Ruhezeiten kommt nichts, und nichts über das, was du selbst hinzufügst.',
    notLoaded: 'Ob du Nachrichten bekommst, konnte nicht geladen werden.',
    offline: 'Das lässt sich ändern, sobald es eine Verbindung gibt.',
    silent: 'Auf dieses Gerät kommen noch keine Nachrichten.',
    turnOn: 'Hierher kommen lassen',
    settings: 'Erinnerungen und Ruhezeiten',
  },
}

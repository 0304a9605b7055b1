import type { account as english } from '../en/account'

export const account: typeof english = {
  title: 'Konto',
  profile: {
    title: 'Du',
    color: 'Deine Farbe',
    colors: {
      blue: 'Blau',
      teal: 'Petrol',
      violet: 'Violett',
      green: 'Grün',
      amber: 'Bernstein',
      rust: 'Rost',
      own: 'Deine jetzige Farbe',
    },
    saved: 'Gespeichert',
  },
  calendar: {
    title: 'Dein Kalender',
    connected: 'Dein Kalender ist verbunden.',
    connectedHint: 'Verbinde ihn neu, wenn sich App-Passwort oder Anbieter geändert haben.',
    firstTime: 'Er wird zum ersten Mal gelesen.',
    refused: 'Dein Kalender nimmt das App-Passwort nicht mehr an.',
    refusedHint: 'Verbinde ihn neu, dann geht alles weiter wie zuvor.',
    unreadable: 'Dein Kalender lässt sich gerade nicht lesen.',
    since: (when) => `Das ist so seit ${when}.`,
    nextTry: (when) => `Um ${when} wird es von selbst wieder versucht.`,
    changesWait: (count) => (count === 1 ? '1 Änderung wartet.' : `${count} Änderungen warten.`),
    notSaved: (count) =>
      count === 1
        ? '1 Änderung wurde nicht gespeichert, während dein Kalender das App-Passwort nicht annahm.'
        : `${count} Änderungen wurden nicht gespeichert, während dein Kalender das App-Passwort nicht annahm.`,
    tryAll: 'Alle noch einmal versuchen',
    sentAgain: 'Noch einmal gesendet.',
    missing: 'Noch ist kein Kalender verbunden.',
    missingHint: 'Verbinde das Konto, in dem deine Termine liegen, dann siehst du sie hier.',
    connect: 'Kalender verbinden',
    change: 'Neu verbinden',
    dialog: 'Deinen Kalender verbinden',
    done: 'Verbunden. Deine Termine kommen gleich.',
  },
  shown: {
    title: 'Was du siehst',
    hint: 'Ein Kalender, den du ausschaltest, ist dir auf allen deinen Geräten aus dem Weg. Für andere ändert sich nichts.',
    everyone: (name) => `${name} (alle)`,
  },
  signIn: {
    title: 'Anmelden',
    password: 'Passwort',
    change: 'Passwort ändern',
    current: 'Jetziges Passwort',
    needCurrent: 'Bitte gib dein jetziges Passwort ein.',
    wrong: 'Das ist nicht dein jetziges Passwort.',
    changed: 'Dein Passwort ist geändert. Andere Geräte müssen sich neu anmelden.',
    provider: 'Anmeldedienst',
    link: 'Verknüpfen',
    linkTitle: 'Künftig mit dem Anmeldedienst anmelden?',
    linkBody:
      'Du meldest dich dort einmal an. Danach gelten dein Name und dein Passwort aus diesem Haushalt nicht mehr.',
    linkGo: 'Zum Anmeldedienst',
    linkDown: 'Der Anmeldedienst antwortet gerade nicht. Bitte versuche es gleich noch einmal.',
    linkMissing:
      'Für diesen Haushalt ist noch kein Anmeldedienst eingerichtet, oder der Dienst wurde seitdem nicht neu gestartet.',
    viaProvider: 'Du meldest dich mit dem Anmeldedienst an.',
    signOut: 'Abmelden',
  },
  devices: {
    title: 'Deine Geräte',
    hint: 'Hier bleibst du angemeldet, bis du das Gerät sechzig Tage lang nicht benutzt hast.',
    all: 'Überall abmelden',
    allTitle: 'Auf allen Geräten abmelden?',
    allBody:
      'Du musst dich dann überall neu anmelden, auch hier. Was noch nicht gesendet ist, bleibt bis dahin auf seinem Gerät.',
  },
  reminders: {
    title: 'Erinnerungen auf diesem Gerät',
    off: 'Dieses Gerät bleibt still.',
    silent: 'Auf dieses Gerät kommen keine Erinnerungen.',
    on: 'Erinnerungen kommen auf dieses Gerät.',
    turnOn: 'Erinnerungen einschalten',
    turnOff: 'Dieses Gerät vergessen',
    forgotten: 'Dieses Gerät bekommt keine Erinnerungen mehr.',
    test: 'Test senden',
    sent: 'Gesendet. Gleich sollte er erscheinen.',
    noDevice: 'Der Haushalt kennt dieses Gerät nicht mehr. Bitte schalte die Erinnerungen neu ein.',
    notDelivered:
      'Der Test kam nicht durch. Vergiss dieses Gerät und schalte die Erinnerungen neu ein; das hilft meist.',
    denied:
      'Dieser Browser soll keine Erinnerungen von Corkboard zeigen. Erlaube Mitteilungen in den Einstellungen dieser Website und komm dann hierher zurück.',
    dismissed: 'Die Erinnerungen bleiben aus, weil die Frage nicht mit „Zulassen“ beantwortet wurde.',
    unsupported: 'Dieser Browser kann keine Erinnerungen empfangen.',
    installFirst:
      'Auf iPhone und iPad kommen Erinnerungen nur an, wenn Corkboard auf dem Home-Bildschirm liegt. Tippe auf „Teilen“, dann auf „Zum Home-Bildschirm“, und öffne es von dort.',
    serverOff: 'In diesem Haushalt sind Erinnerungen noch nicht eingerichtet.',
    failed: 'Die Erinnerungen ließen sich nicht einschalten. Bitte versuche es gleich noch einmal.',
  },
  device: {
    title: 'Auf diesem Gerät',
    language: 'Sprache',
    languages: { en: 'English', de: 'Deutsch' },
    byBrowser: 'Wie der Browser',
    theme: 'Aussehen',
    themes: { auto: 'Auto', light: 'Hell', dark: 'Dunkel' },
    firstWeekday: 'Die Woche beginnt am',
    hours: 'Uhrzeit',
    hourCycles: { auto: 'Auto', h23: '24 Stunden', h12: '12 Stunden' },
  },
}

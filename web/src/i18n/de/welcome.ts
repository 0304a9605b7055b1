import type { welcome as english } from '../en/welcome'

export const welcome: typeof english = {
  lead: 'Du gehörst jetzt zum Haushalt. Ein paar Dinge, die helfen, wann immer du magst; alle findest du auch unter „Konto“.',
  steps: 'Wie es weitergeht',
  skip: 'Jetzt nicht',
  later: 'Für später.',
  where: { title: 'Wo ihr lebt' },
  people: {
    title: 'Wer hier lebt',
    explain:
      'Nenne alle, die sich nicht selbst anmelden: Kinder, Tiere, Gäste. Dann können Termine und Aufgaben für sie sein. Alle anderen lädst du am Ende ein.',
    add: 'Hinzufügen',
    nameTaken: 'So heißt hier schon jemand.',
  },
  calendars: {
    title: 'Deine Kalender',
    own: 'Dein eigener Kalender',
    whoSees: 'Wer deine Kalender sieht',
    ownHint: 'Niemand sonst sieht ihn, bis du es erlaubst.',
    whoSeesHint: 'Niemand sonst, bis du es für jeden einzelnen erlaubst.',
    connect: 'Kalender verbinden',
    everyone: 'Ein Kalender für alle',
    everyoneHint: 'Wähle einen, den alle sehen und in den alle schreiben dürfen.',
    toAccount: 'Zum Konto',
    toHousehold: 'Zum Haushalt',
  },
  next: {
    title: 'Wie es weitergeht',
    invite: 'Lade die anderen ein',
    inviteHint: 'Ein Link, mit dem sie Namen und Passwort selbst wählen.',
    phones: 'Auf jedes Handy',
    phonesHint: 'Dieser Code führt hierher. Auf dem Handy geöffnet, lässt es sich zum Startbildschirm hinzufügen.',
    qr: (host) => `Code mit der Adresse ${host}`,
    display: 'Eine Anzeige für die Küche',
    displayHint: 'Ein Tablet, das zeigt, wer heute was macht, ohne dass dort jemand angemeldet ist.',
    install: 'Auf diesem Gerät behalten',
    installIos: 'Tippe auf „Teilen“, dann auf „Zum Home-Bildschirm“.',
    installOther: 'Wähle im Menü des Browsers „Installieren“ oder „Zum Startbildschirm hinzufügen“.',
    reminders: 'Erinnerungen auf diesem Gerät',
    remindersHint: 'Sie kommen nur dort, wo sie eingeschaltet wurden.',
    toCalendar: 'Zum Kalender',
  },
}

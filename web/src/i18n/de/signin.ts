import type { signin as english } from '../en/signin'

export const signin: typeof english = {
  title: 'Willkommen zu Hause',
  username: 'Name',
  password: 'Passwort',
  submit: 'Anmelden',
  stay: 'Auf diesem Gerät angemeldet bleiben',
  lastHere: (name) => `Zuletzt war hier ${name} angemeldet.`,
  withProvider: 'Mit dem Anmeldedienst anmelden',
  or: 'oder',
  setUp: 'Ist der Haushalt neu? Einrichten',
  enterBoth: 'Bitte gib deinen Namen und dein Passwort ein.',
  wrong: 'Name und Passwort gehören nicht zusammen. Bitte versuche es noch einmal.',
  notKept:
    'Dieser Browser hat sich nicht gemerkt, dass du angemeldet bist. Erlaube Cookies für diese Seite und öffne sie mit https.',
  throttled: (wait) => `Das waren ein paar Versuche zu viel. Bitte warte ${wait}.`,
  locked: (wait) =>
    `Dieses Konto ist noch ${wait} gesperrt, um Fremde fernzuhalten. Wer den Haushalt verwaltet, kann es freigeben.`,
  unreachable: 'Corkboard antwortet gerade nicht. Bitte versuche es gleich noch einmal.',
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  seconds: (count) => (count === 1 ? '1 Sekunde' : `${count} Sekunden`),
  signedOut: 'Du wurdest abgemeldet.',
  unsent: (count) =>
    count === 1
      ? '1 Änderung ist noch nicht gesendet. Sie bleibt auf diesem Gerät, bis sich wieder anmeldet, wer sie gemacht hat.'
      : `${count} Änderungen sind noch nicht gesendet. Sie bleiben auf diesem Gerät, bis sich wieder anmeldet, wer sie gemacht hat.`,
  refusals: {
    'oidc-denied': 'Die Anmeldung wurde beim Anmeldedienst abgebrochen.',
    'oidc-failed': 'Die Anmeldung über den Anmeldedienst hat nicht geklappt. Bitte versuche es noch einmal.',
    'oidc-link-conflict': 'Diese Anmeldung gehört schon jemand anderem im Haushalt und wurde deshalb nicht verknüpft.',
    'oidc-link-expired': 'Das hat etwas lange gedauert. Bitte beginne das Verknüpfen noch einmal.',
    'oidc-not-configured': 'Für diesen Haushalt ist kein Anmeldedienst eingerichtet.',
    'oidc-state':
      'Diese Anmeldung wurde in einem anderen Fenster oder vor zu langer Zeit begonnen. Bitte beginne sie hier noch einmal.',
    'oidc-unavailable': 'Der Anmeldedienst antwortet gerade nicht. Bitte versuche es gleich noch einmal.',
  },
}

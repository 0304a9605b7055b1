import type { home as english } from '../en/home'

export const home: typeof english = {
  question: 'Wo ist dein Kalender?',
  keep: 'Meinen Kalender hier führen',
  keepHint: 'Ein neuer Kalender auf dem Server deines Haushalts. Du brauchst nirgendwo ein Konto.',
  elsewhere: 'Ich habe schon einen',
  elsewhereHint: 'Bei Fastmail, iCloud, Nextcloud oder anderswo.',
  create: 'Anlegen und weiter',
  making: 'Dein Kalender wird angelegt…',
  made: 'Dein Kalender ist fertig.',
  explainMissing: 'Führe hier einen neuen, oder verbinde das Konto, in dem deine Termine liegen.',
  keptAs: (name) => `Er liegt hier, unter dem Namen „${name}“.`,
  refusedHint: 'Erstelle unter „Handy verbinden“ ein neues App-Passwort, dann geht alles weiter wie zuvor.',
  otherAccount: 'Anderes Konto verwenden',
  down: 'Der Kalenderserver des Haushalts antwortet gerade nicht. Versuche es gleich noch einmal; doppelt wird nichts angelegt.',
  none: 'Dieser Haushalt hat keinen eigenen Kalenderserver.',
  already: 'Du hast schon einen Kalender.',
  another: {
    add: 'Kalender anlegen',
    title: 'Noch ein Kalender',
    hint: 'Für die Arbeit, einen Verein oder ein Vorhaben. Was andere davon sehen, steht unter Kalender.',
    full: 'Mehr Kalender gehen nicht.',
    added: (name) => `„${name}“ ist da.`,
  },
  phone: {
    title: 'Handy verbinden',
    onPhone: 'Auf deinem Handy',
    onPhoneHint: 'Sein eigener Kalender kann diese Termine zeigen und neue eintragen.',
    explain:
      'Dein Handy braucht dafür ein App-Passwort, eines nur für Kalender. Es wird jetzt erstellt und einmal gezeigt. Handys, die schon verbunden sind, brauchen dann auch das neue.',
    make: 'App-Passwort erstellen',
    gone: 'Dein Kalender liegt nicht mehr hier.',
    enter: 'Danach fragt dein Handy. Das App-Passwort siehst du nur jetzt.',
    later: 'Dein Handy kannst du jetzt verbinden oder später: Konto, „Handy verbinden“.',
    address: 'Adresse',
    username: 'Name',
    appPassword: 'App-Passwort',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    notCopied: 'Kopieren geht hier nicht. Markiere es und kopiere es selbst.',
    apple: 'iPhone und iPad',
    appleProfile:
      'Öffne Corkboard auf dem iPhone in Safari und tippe auf den Knopf. Geh dann in die Einstellungen, „Profil geladen“, Installieren. Dort wirst du nach dem App-Passwort gefragt.',
    profile: 'Einstellungen laden',
    appleByHand:
      'In den Einstellungen: Apps, Kalender, Kalenderaccounts, Account hinzufügen, Andere, CalDAV-Account hinzufügen. Die Adresse gehört in „Server“.',
    android: 'Android',
    androidHow:
      'Installiere die App DAVx⁵. Dann füllt dieser Code alles aus. Oder öffne die App, tippe auf + und wähle „Mit URL und Benutzername anmelden“.',
    code: 'Code, der DAVx⁵ mit Adresse, Name und App-Passwort öffnet',
    onlyAtHome:
      'Vielleicht erreichen Handys diese Adresse nicht. Wer den Haushalt betreibt, kann mit HOME_CALDAV_PUBLIC_URL eine bessere nennen.',
    done: 'Fertig',
  },
}

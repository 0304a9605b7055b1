import type { invitation as english } from '../en/invitation'

export const invitation: typeof english = {
  title: 'Du bist eingeladen',
  explain: 'Jemand aus diesem Haushalt hätte dich gern dabei. Corkboard ist sein Kalender und seine Listen.',
  facts: [
    'Ein Kalender und die gemeinsamen Listen gehören allen.',
    'Deinen eigenen Kalender, falls du einen verbindest, sieht niemand sonst, bis du es erlaubst.',
    'Wähle, wie die anderen dich sehen und womit du dich anmeldest.',
  ],
  color: 'Deine Farbe',
  join: 'Dem Haushalt beitreten',
  goneTitle: 'Dieser Link führt nirgendwohin',
  gone: 'Eine Einladung gilt einmal, drei Tage lang, außer sie wird zurückgenommen. Gehörst du dazu, melde dich an; sonst öffne deinen Link noch einmal, oder bitte um einen neuen.',
  unreachable: 'Der Haushalt antwortet gerade nicht. Bitte versuche es gleich noch einmal.',
  somebodyIsHere: (name) =>
    `Auf diesem Gerät ist ${name} angemeldet. Zwei Menschen können sich keine Anmeldung teilen: Gilt die Einladung dir, muss ${name} sich hier zuerst abmelden.`,
  signOutAndJoin: 'Abmelden und weiter',
  notForMe: 'Zum Kalender',

  invite: 'Einladen',
  inviteTitle: 'Eine Einladung',
  inviteHint: 'Wer diesen Link zuerst öffnet, gehört danach zum Haushalt und wählt Namen, Farbe und Passwort selbst.',
  goodUntil: (when) => `Gilt einmal, bis ${when}.`,
  onlyHere: 'Der Link steht nur hier.',
  qr: 'Code mit dem Link der Einladung',
  link: 'Link',
  share: 'Teilen',
  shareText: 'Komm in unseren Haushalt auf Corkboard:',
  copy: 'Link kopieren',
  copied: 'Kopiert.',
  notCopied: 'Dieser Browser kopiert nicht von selbst: Markiere den Link und kopiere ihn.',
  openTitle: 'Offene Einladungen',
  made: (when) => `erstellt ${when}`,
  until: (when) => `gilt bis ${when}`,
  nameless: 'Einladung',
  takeBack: 'Zurücknehmen',
  wasTakenBack: 'Der Link gilt nicht mehr.',
}

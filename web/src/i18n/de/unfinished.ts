import type { unfinished as english } from '../en/unfinished'

export const unfinished: typeof english = {
  offer: (what) => (what === '' ? 'Du hast dieses Formular nicht beendet.' : `Du hast „${what}“ nicht beendet.`),
  resume: 'Weitermachen',
  discard: 'Verwerfen',
}

import type { pickers as english } from '../en/pickers'

export const pickers: typeof english = {
  year: 'Jahr',
  type: 'Eintippen',
  length: (hours, minutes) =>
    [hours > 0 && `${hours} Std.`, minutes > 0 && `${minutes} Min.`].filter(Boolean).join(' '),
  notUnderstood: {
    date: (example) => `Das ist kein Datum. Versuche es mit ${example} oder „morgen“.`,
    time: (example) => `Das ist keine Uhrzeit. Versuche es mit ${example}.`,
  },
}

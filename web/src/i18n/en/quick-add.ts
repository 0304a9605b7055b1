/** Words of the line that adds an event. */
export const quickAdd = {
  example: 'For example: “Dentist Cleo tomorrow 15:00, remind 1h”',
  unread: 'Dates in words cannot be read just now. Tap the time below to set it.',
  parts: {
    when: 'When',
    people: 'For whom',
    reminders: 'Remind',
    recurrence: 'Repeat',
    location: 'Place',
    calendar: 'Calendar',
  },
  noTime: 'When?',
  takeOff: (what: string) => `Leave out “${what}”`,
  addTo: (list: string) => `Add to ${list}`,
  /** `where`: a time, or a list. */
  added: (what: string, where: string) => `${what} · ${where}`,
  /** In several languages of the same alphabet these words may stand in a sentence that tells a time. */
  timeWords: ['today', 'tomorrow', 'tonight', 'noon', 'midnight', 'next', 'every', 'morning', 'evening', 'week'],
}

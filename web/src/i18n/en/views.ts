import { due } from './due'
import { search } from './search'

/** Words of the calendar beside the month: the agenda, paper, any date. */
export const views = {
  due,
  search,
  jump: {
    label: 'Date',
    hint: 'June 2027, 24 Dec, week 12',
    unknown: 'Which date is meant?',
  },
  agenda: {
    nothing: 'Nothing planned in these weeks. Enjoy it.',
    earlier: 'Earlier',
    later: 'Later',
    until: (day: string) => `Nothing until ${day}`,
    rest: (month: string) => `Nothing more in ${month}`,
    none: (month: string) => `Nothing in ${month}`,
    end: (day: string) => `Nothing more is planned up to ${day}.`,
  },

  drag: {
    picked: (title: string) =>
      `${title} picked up. Arrow keys move it, with Shift they change its length. Enter saves, Escape cancels.`,
    pickedInMonth: (title: string) =>
      `${title} picked up. Arrow keys move it by days and weeks. Enter saves, Escape cancels.`,
    now: (day: string, times: string) => `${day}, ${times}`,
    dropped: (title: string, day: string, times: string) => `${title} moved to ${day}, ${times}`,
    cancelled: 'Not moved',
    onlyTheirs: (owner: string) => `Only ${owner} can move this`,
    notYours: 'This is not yours to move',
  },
}

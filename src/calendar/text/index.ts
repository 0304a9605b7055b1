import { dayOfWall, timeOfDay } from '../ical/civil'
import type { EventForm } from '../ical/form'
import { toWallSeconds, type Zone } from '../ical/zone'
import { takeCalendar, takeList } from './calendars-and-lists'
import type { Place as Said } from './dates'
import { remindersOf, timesOf } from './form'
import type { Named } from './names'
import { hideLabels, hideStamp } from './pasted'
import { indexPeople, type PersonNamed, readLedPeople, takePeople } from './people'
import { readPlace } from './places'
import { dropThat, takeReminders } from './reminders'
import { Sentence, type Understood } from './sentence'
import { titleOf } from './title'
import { takeWhen } from './when'

/** Who and what a sentence may name, and where it is said. */
export interface Surroundings {
  now: Date
  zone: Zone
  /** Day number of the day looked at; null: today. */
  day: number | null
  /** Which is tried first. */
  language: 'en' | 'de'
  /** Whether 3/4 is in March. */
  isMonthFirst: boolean
  people: readonly PersonNamed[]
  /** The person who speaks, null for none. */
  speaker: number | null
  calendars: readonly (Named & { url: string })[]
  lists: readonly (Named & { id: number })[]
}

/** The fields of an event form that a sentence spoke of. */
export type ParsedForm = { title: string } & Partial<
  Pick<
    EventForm,
    | 'allDay'
    | 'start'
    | 'end'
    | 'location'
    | 'recurrence'
    | 'recurrenceUntil'
    | 'recurrenceCount'
    | 'reminders'
    | 'personIds'
    | 'calendarUrl'
  >
>

export interface ParsedText {
  form: ParsedForm
  list: { id: number; name: string } | null
  /** In the order of the text. */
  understood: Understood[]
}

/** Understands a sentence as an event: "Dentist Cleo tomorrow 15:00 at Main St, remind 1h". What it does not say is absent. */
export function parseEventText(text: string, around: Surroundings): ParsedText {
  const sentence = new Sentence(text, around.language)
  const list = takeList(sentence, around.lists)
  if (list !== null) {
    return {
      form: { title: titleOf(sentence) },
      list: { id: list.id, name: list.name },
      understood: sentence.understood,
    }
  }
  hideStamp(sentence)
  const said = saidIn(around)
  const calendar = takeCalendar(sentence, around.calendars)
  const reminders = takeReminders(sentence)
  const named = indexPeople(around.people)
  const led = readLedPeople(sentence, named)
  const when = takeWhen(sentence, said)
  dropThat(sentence)
  const place = sentence.find((at) => readPlace(sentence, at))
  if (place !== null) sentence.take('location', place.from, place.to)
  hideLabels(sentence)
  const people = takePeople(sentence, named, led)
  const title = keptTitle(sentence, [...people.taken, ...(place === null ? [] : [place])])
  const ids = new Set(people.ids)
  // Coffee with Oma: whoever says so is there.
  if (people.isCompany && around.speaker !== null) ids.add(around.speaker)
  const times = timesOf(when, said, around.zone)
  const fitting = reminders === null ? null : remindersOf(reminders, times, around.zone)
  return {
    form: {
      title,
      ...times,
      ...(place !== null && { location: place.place }),
      ...(fitting !== null && { reminders: fitting }),
      ...(ids.size > 0 && { personIds: around.people.map(({ id }) => id).filter((id) => ids.has(id)) }),
      ...(calendar !== null && { calendarUrl: calendar.url }),
    },
    list: null,
    understood: sentence.understood
      .filter(({ field }) => field !== 'reminders' || fitting !== null)
      .sort((one, other) => one.from - other.from),
  }
}

/** A title that would be empty keeps the names. */
function keptTitle(sentence: Sentence, taken: readonly { from: number; to: number }[]): string {
  const title = titleOf(sentence)
  if (title !== '' || taken.length === 0) return title
  for (const { from, to } of taken) sentence.giveBack(from, to)
  return titleOf(sentence)
}

function saidIn({ now, zone, day, language, isMonthFirst }: Surroundings): Said {
  const seconds = Math.floor(now.getTime() / 1000)
  const wall = toWallSeconds(zone, seconds)
  const today = dayOfWall(wall)
  return { today, said: today, looked: day ?? today, second: timeOfDay(wall), now: seconds, language, isMonthFirst }
}

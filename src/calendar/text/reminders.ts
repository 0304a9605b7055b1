import { MINUTES_A_DAY } from '../ical/civil'
import { EARLIEST_REMINDER_MINUTES, MAX_REMINDERS, type ReminderTime } from '../ical/reminder-times'
import { readClock } from './clock'
import { readLength } from './lengths'
import type { Sentence } from './sentence'
import { AND, set } from './words'

const WORDS = set('remind reminder reminders alert alarm erinnere erinnern erinnerung erinnerungen erinner wecker')
/** Things as well: beside them a lead is one behind “with” or before “before”. */
const NOUNS = set('alarm wecker')
const WITH = set('with mit ,')
const ME = set('me us mich uns dran daran')
const VERBS = set('remind erinnere erinner')
const THAT = set('to about that of an dass')
const BEFORE = set('before prior earlier ahead beforehand vorher davor zuvor frueher')
const LEAD = set('with mit and und a an eine einer at um of von')
const NONE = set('no without keine ohne')
const EVENING = { daysBefore: 1, time: '18:00' }

/** Takes what is said of reminders out of a sentence: minutes before the start, or a time on a day before. */
export function takeReminders(sentence: Sentence): ReminderTime[] | null {
  let found: ReminderTime[] | null = null
  for (let at = 0; at < sentence.length; at += 1) {
    const said = readReminders(sentence, at)
    if (said === null) continue
    sentence.take('reminders', said.from, said.to)
    found = [...(found ?? []), ...said.reminders].slice(0, MAX_REMINDERS)
  }
  return found
}

function readReminders(sentence: Sentence, at: number): { reminders: ReminderTime[]; from: number; to: number } | null {
  if (!WORDS.has(sentence.key(at))) return readBare(sentence, at)
  let from = at
  while (sentence.key(from - 1) === ',' || LEAD.has(sentence.key(from - 1))) from -= 1
  if (NONE.has(sentence.key(at - 1))) return { reminders: [], from: at - 1, to: at + 1 }
  let to = at + 1
  while (ME.has(sentence.key(to)) || sentence.key(to) === ':') to += 1
  // Remind me in two hours: that is when it is.
  const list = at === 0 && sentence.key(to) === 'in' ? null : readList(sentence, to)
  if (list !== null) return isThing(sentence, at, from, list.to) ? null : { ...list, from }
  // Remind me to call: at its time.
  if (!VERBS.has(sentence.key(at)) || !ME.has(sentence.key(at + 1)) || to === sentence.length) return null
  return { reminders: [0], from: at, to: THAT.has(sentence.key(to)) ? to + 1 : to }
}

/** The smoke alarm, in 30 minutes alarm: whether the noun at a place is what the sentence is about. */
function isThing(sentence: Sentence, at: number, from: number, to: number): boolean {
  if (!NOUNS.has(sentence.key(at))) return false
  const said = sentence.tokens.slice(from, to).map(({ key }) => key)
  const isBefore = said.some((key) => BEFORE.has(key) || key === 'vortag' || key === 'vorabend')
  return !isBefore && !WITH.has(sentence.key(from - 1)) && !said.some((key) => WITH.has(key))
}

/** Takes out what leads to the rest, once the time before it is gone: remind me tomorrow to call. */
export function dropThat(sentence: Sentence): void {
  if (!VERBS.has(sentence.tokens[0]?.key ?? '')) return
  let at = 0
  while (sentence.isTaken(at)) at += 1
  if (at > 0 && THAT.has(sentence.key(at))) sentence.hide(at, at + 1)
}

/** One lead after the other: 1 day and 1h before. */
function readList(sentence: Sentence, at: number): { reminders: ReminderTime[]; to: number } | null {
  const reminders: ReminderTime[] = []
  let to = at
  for (let next = at; reminders.length < MAX_REMINDERS; ) {
    const lead = readLead(sentence, next)
    if (lead === null) break
    reminders.push(lead.reminder)
    to = lead.to
    if (BEFORE.has(sentence.key(to))) to += 1
    if (['erinnern', 'erinnerung'].includes(sentence.key(to))) to += 1
    if (!AND.has(sentence.key(to))) break
    next = to + 1
  }
  return reminders.length === 0 ? null : { reminders, to }
}

function readLead(sentence: Sentence, at: number): { reminder: ReminderTime; to: number } | null {
  const from = ['at', 'um', 'am', 'the', 'den', 'in'].includes(sentence.key(at)) ? at + 1 : at
  const start = sentence.key(from) === 'the' ? from + 1 : from
  return readNamed(sentence, start) ?? readMinutes(sentence, from)
}

/** The evening before, am Vortag, on the day at 8. */
function readNamed(sentence: Sentence, at: number): { reminder: ReminderTime; to: number } | null {
  const [key, next] = [sentence.key(at), sentence.key(at + 1)]
  if (['evening', 'night', 'abend', 'vorabend'].includes(key)) {
    const to = key === 'vorabend' ? at + 1 : BEFORE.has(next) ? at + 2 : null
    return to === null ? null : withTime(sentence, EVENING, to)
  }
  if (key === 'vortag' || (['day', 'tag'].includes(key) && BEFORE.has(next))) {
    const to = key === 'vortag' ? at + 1 : at + 2
    const timed = withTime(sentence, { daysBefore: 1, time: '09:00' }, to)
    return timed.to === to ? { reminder: MINUTES_A_DAY, to } : timed
  }
  return null
}

function withTime(sentence: Sentence, reminder: { daysBefore: number; time: string }, to: number) {
  const from = ['at', 'um'].includes(sentence.key(to)) ? to + 1 : to
  const clock = from > to ? readClock(sentence, from, true) : null
  if (clock === null || clock.minutes >= MINUTES_A_DAY) return { reminder, to }
  const evening = reminder.time === EVENING.time && clock.hasHalf !== true && clock.minutes < 720 ? 720 : 0
  return { reminder: { ...reminder, time: timeOf(clock.minutes + evening) }, to: clock.to }
}

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function readMinutes(sentence: Sentence, at: number): { reminder: ReminderTime; to: number } | null {
  const length = readLength(sentence, at)
  if (length === null || length.minutes > EARLIEST_REMINDER_MINUTES || !Number.isInteger(length.minutes)) return null
  return { reminder: length.minutes, to: length.to }
}

/** 1 Stunde vorher erinnern, 30 min before. */
function readBare(sentence: Sentence, at: number): { reminders: ReminderTime[]; from: number; to: number } | null {
  const lead = readLead(sentence, at)
  if (lead === null) return null
  const to = BEFORE.has(sentence.key(lead.to)) ? lead.to + 1 : lead.to
  const isNamed = WORDS.has(sentence.key(to))
  // For two hours, remind me an hour before: the first is no lead.
  if (isNamed && (readReminders(sentence, to) !== null || isThing(sentence, to, at, to))) return null
  let next = isNamed ? to + 1 : to
  while (next > to && ME.has(sentence.key(next))) next += 1
  const isEnd = sentence.token(next) === undefined || sentence.token(next)!.kind === 'mark'
  return isNamed || (to > lead.to && isEnd) ? { reminders: [lead.reminder], from: at, to: next } : null
}

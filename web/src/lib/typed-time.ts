import { MINUTES_A_DAY } from './tz'

/** Whoever reads twelve hours means the day by a bare hour: 3 is the afternoon, 7 the morning. */
const DAY_BEGINS = 7

const WORDS: Record<string, string> = { noon: '12:00', mittag: '12:00', midnight: '00:00', mitternacht: '00:00' }
/** Minutes from the hour that is named. */
const PARTS: Record<string, number> = { halb: -30, 'viertel vor': -15, 'viertel nach': 15, dreiviertel: -15 }
const HOURS = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf']

/**
 * Reads a time as people type it: `9`, `930`, `9:30`, `17.30`, `15h30`, `15 Uhr 30`, `5pm`, `5:30 p.m.`, `noon`,
 * `halb 4`.
 *
 * @param isHalfDay whether hours are read as two times twelve: a bare 3 is 15:00 then
 * @param isEnd whether something ends then: of an end, `24 Uhr` is midnight
 * @returns `HH:MM`, or null when it is no time.
 */
export function parseTime(text: string, isHalfDay = false, isEnd = false): string | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (isEnd && END_OF_DAY.test(said)) return '00:00'
  return WORDS[said] ?? spokenTime(said) ?? writtenTime(said, isHalfDay)
}

const END_OF_DAY = /^24(?:[:.]?00)?(?: ?uhr| ?h)?$/

function writtenTime(text: string, isHalfDay: boolean): string | null {
  const match = /^(\d{1,2})(?: ?(?:[:.h]|uhr)? ?(\d{2}))? ?(?:uhr|h)? ?(?:([ap])\.? ?(?:m\.?)?)?$/.exec(text)
  if (match === null) return null
  const [, hourText = '', minuteText = '00', half] = match
  const isBare = half === undefined && isHalfDay && !hourText.startsWith('0')
  const hour = half === undefined ? Number(hourText) : hourOfHalf(Number(hourText), half)
  const minute = Number(minuteText)
  if (hour === null || hour > 23 || minute > 59) return null
  return timeAt((isBare ? byDay(hour) : hour) * 60 + minute)
}

/** `halb vier`, as German has it. */
function spokenTime(text: string): string | null {
  const match = /^(halb|viertel vor|viertel nach|dreiviertel) (\S+?)(?: uhr)?$/.exec(text)
  if (match === null) return null
  const [, part = '', named = ''] = match
  const hour = /^\d+$/.test(named) ? Number(named) : HOURS.indexOf(named) + 1
  if (hour < 1 || hour > 12) return null
  return timeAt(byDay(hour) * 60 + (PARTS[part] ?? 0))
}

const byDay = (hour: number) => (hour < DAY_BEGINS ? hour + 12 : hour)

/** 12 am is midnight, 12 pm noon. */
function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

const HALF_HOUR = 30

/** Minutes since midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** `HH:MM` of minutes since midnight, be it that of the day before or after. */
export function timeAt(minutes: number): string {
  const within = (minutes + MINUTES_A_DAY) % MINUTES_A_DAY
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** A time some minutes later or earlier, on a whole multiple of them, within the day. */
export function stepTime(time: string, minutes: number): string {
  const step = Math.abs(minutes)
  const from = minutesOf(time)
  return timeAt((minutes > 0 ? Math.floor(from / step) + 1 : Math.ceil(from / step) - 1) * step)
}

/** The half hours to choose from: of a day, or after the time of a start up to a day later. */
export function halfHours(after: string | null): string[] {
  const first = after === null ? 0 : minutesOf(after) + HALF_HOUR
  const count = MINUTES_A_DAY / HALF_HOUR - (after === null ? 0 : 1)
  return Array.from({ length: count }, (_, index) => timeAt(first + index * HALF_HOUR))
}

/** Minutes from one time to the next that the clock shows `time`: 0 up to, and not with, a day. */
export const minutesUntil = (time: string, from: string): number =>
  (minutesOf(time) - minutesOf(from) + MINUTES_A_DAY) % MINUTES_A_DAY

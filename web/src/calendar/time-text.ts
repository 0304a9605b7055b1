/**
 * Reads a time as people type it: `9`, `930`, `9:30`, `17.30`, `5pm`, `5:30 PM`.
 *
 * @returns `HH:MM`, or null when it is no time.
 */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(?:uhr)?\s*([ap])?\.?m?\.?$/i.exec(text.trim())
  if (match === null) return null
  const [, hourText = '', minuteText = '00', half] = match
  const hour = half === undefined ? Number(hourText) : hourOfHalf(Number(hourText), half.toLowerCase())
  const minute = Number(minuteText)
  if (hour === null || hour > 23 || minute > 59) return null
  return `${String(hour).padStart(2, '0')}:${minuteText}`
}

/** 12 am is midnight, 12 pm noon. */
function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

const MINUTES_PER_DAY = 24 * 60

/** A time some minutes later or earlier, on the quarter hour, within the day. */
export function stepTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const step = Math.abs(minutes)
  const from = hour * 60 + minute
  const next = (minutes > 0 ? Math.floor(from / step) + 1 : Math.ceil(from / step) - 1) * step
  const within = (next + MINUTES_PER_DAY) % MINUTES_PER_DAY
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

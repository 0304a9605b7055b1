import { lastZone } from '../data/session'
import { useFormats } from '../i18n/format'
import { type DateHabits, isMonthFirst, parseDate } from '../lib/typed-date'
import { DAY, dayOf, dayOfIso, isoOfDay, toWall } from '../lib/tz'
import { lazyExtra } from './lazy'
import { TypedField, type TypedFieldProps } from './typed-field'

const DatePicker = lazyExtra(async () => ({ default: (await import('./pickers')).DatePicker }))

interface DateFieldProps extends TypedFieldProps {
  /** `YYYY-MM-DD`: a day that is typed without its year is the first from there on … */
  earliest?: string
  /** … or the last one up to there. */
  latest?: string
}

/** A date, `YYYY-MM-DD`: typed in many ways, or picked from a small month. */
export function DateField({ earliest, latest, ...field }: DateFieldProps) {
  const formats = useFormats()
  const { format, ...order } = writingOf(formats.locale)
  const today = dayOf(toWall(Date.now(), lastZone()))
  const habits: DateHabits = { today, ...order, ...bound('earliest', earliest), ...bound('latest', latest) }
  const day = dayOfIso(field.value)
  const isDay = !Number.isNaN(day)
  return (
    <TypedField
      {...field}
      kind="date"
      drawn={isDay ? format.format(day * DAY) : ''}
      spoken={isDay ? formats.fullYear(day) : ''}
      read={(text) => {
        const found = parseDate(text, habits)
        return found === null ? null : isoOfDay(found)
      }}
      onKey={({ key }, picker) => {
        if (key === 'Enter' && picker.isOpen) picker.close()
        else if (key === 'ArrowDown' || key === 'ArrowUp') picker.enter()
        else return false
        return true
      }}
      picker={(open) => <DatePicker {...open} day={isDay ? day : null} today={today} isPast={latest !== undefined} />}
    />
  )
}

function bound(which: 'earliest' | 'latest', iso = ''): Partial<DateHabits> {
  const day = dayOfIso(iso)
  return Number.isNaN(day) ? {} : { [which]: day }
}

interface Writing {
  format: Intl.DateTimeFormat
  isMonthFirst: boolean
}

const writings = new Map<string, Writing>()

/** How dates are written in fields: `Tue 24 Nov 2026`, with the weekday that tells a wrong date best. */
function writingOf(locale: string): Writing {
  const before = writings.get(locale)
  if (before !== undefined) return before
  const parts = { day: 'numeric', month: 'short', year: 'numeric', weekday: 'short', timeZone: 'UTC' } as const
  const writing = { format: new Intl.DateTimeFormat(locale, parts), isMonthFirst: isMonthFirst(locale) }
  writings.set(locale, writing)
  return writing
}

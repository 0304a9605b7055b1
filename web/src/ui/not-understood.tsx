import { useFormats } from '../i18n/format'
import { usePickerText } from '../i18n/pickers'
import { DAY, dayOfIso, HOUR } from '../lib/tz'

const CHRISTMAS_EVE = dayOfIso('2026-12-24') * DAY
const AFTERNOON = 15.5 * HOUR

/** Says that what was typed is no date or time, and how one is typed. */
export function NotUnderstood({ id, kind }: { id: string; kind: 'date' | 'time' }) {
  const { notUnderstood } = usePickerText()
  const { locale, time } = useFormats()
  const numbers = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' })
  return (
    <span id={id} class="error" role="alert">
      {notUnderstood[kind](kind === 'date' ? numbers.format(CHRISTMAS_EVE) : time(AFTERNOON))}
    </span>
  )
}

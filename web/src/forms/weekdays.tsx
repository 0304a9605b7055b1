import type { Weekday } from '../data/types'
import { useFormats } from '../i18n/format'
import { weekStart } from '../lib/layout'
import { toggled, weekdayOf } from '../lib/weekdays'

interface WeekdayChoiceProps {
  label: string
  chosen: readonly Weekday[]
  onChange: (weekdays: Weekday[]) => void
}

/** Some days of the week, one tap each, in the order of the person's own weeks. */
export function WeekdayChoice({ label, chosen, onChange }: WeekdayChoiceProps) {
  const formats = useFormats()
  const first = weekStart(0, formats.firstWeekday)
  return (
    <fieldset class="row-field weekdays">
      <legend class="visually-hidden">{label}</legend>
      {Array.from({ length: 7 }, (_, index) => first + index).map((day) => (
        <button
          key={weekdayOf(day)}
          type="button"
          title={formats.weekday(day)}
          aria-pressed={chosen.includes(weekdayOf(day))}
          onClick={() => onChange(toggled(chosen, weekdayOf(day)))}
        >
          {formats.weekdayShort(day)}
        </button>
      ))}
    </fieldset>
  )
}

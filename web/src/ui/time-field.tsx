import { useFormats } from '../i18n/format'
import { halfHours, minutesOf, minutesUntil, parseTime, stepTime } from '../lib/typed-time'
import { MINUTE } from '../lib/tz'
import { lazyExtra } from './lazy'
import { TypedField, type TypedFieldProps } from './typed-field'

const TimeList = lazyExtra(async () => ({ default: (await import('./pickers')).TimeList }))

interface TimeFieldProps extends TypedFieldProps {
  /** `HH:MM`: what begins then ends at this time. The times to pick from follow it, each with the length. */
  after?: string | undefined
}

const QUARTER = 15
const MORNING = '08:00'
const QUARTERS: Record<string, number> = { PageUp: -QUARTER, PageDown: QUARTER }
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** A time, `HH:MM`: typed in many ways, or picked from the half hours. */
export function TimeField({ after = '', ...field }: TimeFieldProps) {
  const formats = useFormats()
  const { value, onChange } = field
  const from = after === '' ? null : after
  const times = halfHours(from)
  /** The next half hour in one direction; of nothing the first that is useful. */
  const beside = (direction: number) => {
    if (value === '') return from === null ? MORNING : times[0]
    const far = (time: string) => minutesUntil(time, from ?? '00:00')
    const isFurther = (time: string) => (far(time) - far(value)) * direction > 0
    return direction > 0 ? times.find(isFurther) : times.findLast(isFurther)
  }
  return (
    <TypedField
      {...field}
      kind="time"
      drawn={value === '' ? '' : formats.time(minutesOf(value) * MINUTE)}
      read={(text) => parseTime(text, formats.isHalfDay(), from !== null)}
      activeOption={times.includes(value) ? value : undefined}
      onKey={({ key }, picker) => {
        const quarter = QUARTERS[key]
        const step = STEPS[key]
        if (key === 'Enter' && picker.isOpen) picker.close()
        else if (quarter !== undefined && value !== '') onChange(stepTime(value, quarter))
        else if (step !== undefined && !picker.isOpen) picker.open()
        else if (step !== undefined) onChange(beside(step) ?? value)
        else return false
        return true
      }}
      picker={(open) => (
        <TimeList {...open} {...{ times, value, from }} useful={value || (from === null ? MORNING : '')} />
      )}
    />
  )
}

import { useLayoutEffect, useState } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { TOUCH, useMedia } from '../../lib/media'
import { MINUTE } from '../../lib/tz'
import { parseTime, stepTime } from '../time-text'

interface TimeFieldProps {
  label: string
  /** `HH:MM`, of a date `YYYY-MM-DD`; empty while nothing valid is typed. */
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}

const QUARTER = 15

/**
 * A time. A finger gets the device's own picker; a keyboard a text field that reads what people type and is drawn as
 * this person reads times, since native fields follow the browser's language.
 */
export function TimeField(props: TimeFieldProps) {
  return useMedia(TOUCH) ? <NativeInput type="time" {...props} /> : <TypedTime {...props} />
}

/** The device's own picker. */
export function NativeInput({ type, label, value, isInvalid, onChange }: TimeFieldProps & { type: 'date' | 'time' }) {
  return (
    <input
      {...{ type, value }}
      {...labelled(label, isInvalid)}
      class="input"
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const labelled = (label: string, isInvalid: boolean) => ({ 'aria-label': label, 'aria-invalid': isInvalid })

function TypedTime({ label, value, isInvalid, onChange }: TimeFieldProps) {
  const formats = useFormats()
  const drawn = value === '' ? '' : formats.time(minutesOf(value) * MINUTE)
  const [typed, setTyped] = useState(drawn)
  // What is half typed is no time yet, and stays. Other effects wait for the next frame, when more may have been typed.
  useLayoutEffect(() => {
    if ((parseTime(typed) ?? '') !== value) setTyped(drawn)
  }, [drawn])

  const step = (event: KeyboardEvent) => {
    const direction = { ArrowUp: QUARTER, ArrowDown: -QUARTER }[event.key]
    if (direction === undefined || value === '') return
    event.preventDefault()
    const next = stepTime(value, direction)
    setTyped(formats.time(minutesOf(next) * MINUTE))
    onChange(next)
  }
  return (
    <input
      type="text"
      class="input time-input"
      {...labelled(label, isInvalid)}
      autoComplete="off"
      value={typed}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => {
        setTyped(event.currentTarget.value)
        onChange(parseTime(event.currentTarget.value) ?? '')
      }}
      onBlur={() => setTyped(drawn || typed)}
      onKeyDown={step}
    />
  )
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

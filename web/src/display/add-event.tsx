import { useRef, useState } from 'preact/hooks'
import { MAX_EVENT_TITLE_LENGTH } from '../../../src/platform/limits'
import { isStatus } from '../data/http'
import type { EventForm } from '../data/types'
import { FormDialog } from '../forms/form-dialog'
import { useText } from '../i18n'
import { useDisplayText } from '../i18n/display'
import { minutesOf, minutesUntil, timeAt } from '../lib/typed-time'
import { DAY, dayOfIso, isoOfDay, MINUTE, toInstant } from '../lib/tz'
import { DateField } from '../ui/date-field'
import { Faces } from '../ui/faces'
import { Labelled, SwitchField, TextField } from '../ui/field'
import { TimeField } from '../ui/time-field'
import type { Screen } from './api'
import * as api from './api'
import { refreshDisplay } from './queries'

interface AddEventProps {
  day: number
  screen: Screen
  onClose: () => void
}

/** A new event in the household's calendar: what, when, and for whom. */
export default function AddEvent({ day, screen: { people, timezone }, onClose }: AddEventProps) {
  const { common } = useText()
  const texts = useDisplayText()
  const [title, setTitle] = useState('')
  const [date, setDate] = useState(isoOfDay(day))
  const [isAllDay, setAllDay] = useState(false)
  const [from, setFrom] = useState('17:00')
  const [until, setUntil] = useState('18:00')
  /** Minutes that it takes; null while the times do not say. */
  const length = useRef<number | null>(minutesUntil(until, from))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const toggle = (id: number) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))

  const begin = (time: string) => {
    setFrom(time)
    if (time !== '' && length.current !== null) setUntil(timeAt(minutesOf(time) + length.current))
  }
  const end = (time: string) => {
    setUntil(time)
    length.current = time === '' || from === '' ? null : minutesUntil(time, from)
  }

  const add = async () => {
    if (isBusy) return
    const on = dayOfIso(date)
    const times = isAllDay ? { start: date, end: date } : timesOf(on, from, until, timezone)
    if (title.trim() === '' || Number.isNaN(on) || times === null) return setError(texts.incomplete)
    setBusy(true)
    setError('')
    try {
      const body: EventForm = { title: title.trim(), allDay: isAllDay, ...times, personIds: [...chosen] }
      await api.addEvent(body)
      refreshDisplay()
      onClose()
    } catch (failure) {
      setError(isStatus(failure, 422) ? texts.noCalendar : texts.notDone)
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormDialog title={texts.addEvent} action={texts.add} {...{ isBusy, error, onClose }} onSubmit={() => void add()}>
      <div class="display-add">
        <TextField
          label={texts.what}
          autoComplete="off"
          maxLength={MAX_EVENT_TITLE_LENGTH}
          value={title}
          onInput={setTitle}
          autoFocus
        />
        <Labelled label={texts.day}>
          {({ id }) => <DateField {...{ id }} label={texts.day} value={date} onChange={setDate} />}
        </Labelled>
        <SwitchField label={common.allDay} checked={isAllDay} onChange={setAllDay} />
        {!isAllDay && (
          <div class="display-times">
            <Labelled label={texts.from}>
              {({ id }) => <TimeField {...{ id }} label={texts.from} value={from} onChange={begin} />}
            </Labelled>
            <Labelled label={texts.until}>
              {({ id }) => <TimeField {...{ id }} label={texts.until} value={until} after={from} onChange={end} />}
            </Labelled>
          </div>
        )}
        {people.length > 1 && (
          <fieldset>
            <legend>{texts.forWhom}</legend>
            <Faces people={people} chosen={chosen} onToggle={toggle} />
          </fieldset>
        )}
      </div>
    </FormDialog>
  )
}

/** What ends before it begins ends on the next day. Null: no times. */
function timesOf(day: number, from: string, until: string, zone: string): { start: string; end: string } | null {
  if (from === '' || until === '' || Number.isNaN(day)) return null
  const instant = (minutes: number) => new Date(toInstant(day * DAY + minutes * MINUTE, zone)).toISOString()
  return { start: instant(minutesOf(from)), end: instant(minutesOf(from) + minutesUntil(until, from)) }
}

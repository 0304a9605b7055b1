import { useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useViewsText, viewsTexts } from '../../i18n/views'
import { TOUCH, useMedia } from '../../lib/media'
import { needs } from '../../lib/needs'
import { isMonthFirst } from '../../lib/typed-date'
import { weekNumber } from '../../lib/week'
import { MiniMonth } from '../parts/mini-month'
import { type Place, parsePlace } from './parse'

needs(viewsTexts)

interface JumpProps {
  day: number
  today: number
  onPick: (day: number) => void
}

/** Any date: typed, or picked in the small month. */
export function JumpPanel({ day, today, onPick }: JumpProps) {
  const { calendar } = useText()
  const { jump } = useViewsText()
  const formats = useFormats()
  const isTouch = useMedia(TOUCH)
  const [text, setText] = useState('')
  const { firstWeekday, locale } = formats
  const habits = { today, firstWeekday, isMonthFirst: isMonthFirst(locale) }
  const place = text.trim() === '' ? null : parsePlace(text, habits)
  const name = ({ kind, day: first }: Place) => {
    if (kind === 'month') return formats.monthYear(first)
    if (kind === 'day') return formats.fullYear(first)
    return `${calendar.week(weekNumber(first, firstWeekday))} · ${formats.dayRange(first, first + 6)}`
  }
  return (
    <>
      <form
        class="jump"
        onSubmit={(event) => {
          event.preventDefault()
          if (place !== null) onPick(place.day)
        }}
      >
        <input
          class="input"
          // On touch the keyboard would cover the month.
          ref={(input) => void input?.toggleAttribute('autofocus', !isTouch)}
          aria-label={jump.label}
          placeholder={jump.hint}
          autocomplete="off"
          enterkeyhint="go"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p role="status">
          {place !== null && (
            <button type="submit" class="button primary">
              {name(place)}
            </button>
          )}
          {place === null && text.trim().length > 2 && jump.unknown}
        </p>
      </form>
      <MiniMonth day={day} today={today} onPick={onPick} />
    </>
  )
}

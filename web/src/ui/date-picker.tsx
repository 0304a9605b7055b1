import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../i18n'
import { usePickerText } from '../i18n/pickers'
import { addMonths } from '../lib/layout'
import { yearOf } from '../lib/typed-date'
import { isoOfDay } from '../lib/tz'
import { Button } from './button'
import { Select } from './field'
import { MonthGrid, usePagedMonth } from './month-grid'
import { Popover } from './popover'
import type { OpenPicker } from './typed-field'

interface DatePickerProps extends OpenPicker {
  day: number | null
  today: number
  /** Whether the day lies in the past, maybe long ago. */
  isPast: boolean
}

const YEARS_AROUND = 10
const YEARS_BACK = 110

/** A small month beside a date field (ARIA Authoring Practices, date picker combobox). */
export function DatePicker({ day, today, isPast, isEntered, id, label, onPick, onType, ...popover }: DatePickerProps) {
  const { common } = useText()
  const pickers = usePickerText()
  const [cursor, setCursor] = useState(day ?? today)
  const paged = usePagedMonth(cursor)
  const content = useRef<HTMLDivElement>(null)
  /** Where the focus goes once it is drawn. */
  const heading = useRef<number | null>(null)
  // With the drawing, all of them: the next key may come before a frame.
  useLayoutEffect(() => {
    if (day !== null) setCursor(day)
  }, [day])
  useLayoutEffect(() => {
    if (isEntered) heading.current = cursor
  }, [isEntered])
  useLayoutEffect(() => {
    if (heading.current === null) return
    content.current?.querySelector<HTMLElement>(`[data-day="${heading.current}"]`)?.focus()
    heading.current = null
  })
  const shown = yearOf(paged.shown)
  const pick = (picked: number) => onPick(isoOfDay(picked))
  return (
    <Popover {...popover} class="date-picker">
      <div ref={content} id={id} role="dialog" aria-label={label}>
        <MonthGrid label={label} day={cursor} {...{ today, paged }} onPick={pick} onMove={setCursor} />
        <div class="picker-foot">
          <Button kind="quiet" onClick={() => pick(today)}>
            {common.today}
          </Button>
          <Select
            aria-label={pickers.year}
            value={String(shown)}
            options={yearsAround(yearOf(today), shown, isPast).map((year) => ({
              value: String(year),
              label: String(year),
            }))}
            onChange={(year) => setCursor(addMonths(paged.isPaged ? paged.shown : cursor, (Number(year) - shown) * 12))}
          />
          {onType !== null && (
            <Button kind="quiet" onClick={onType}>
              {pickers.type}
            </Button>
          )}
        </div>
      </div>
    </Popover>
  )
}

function yearsAround(now: number, shown: number, isPast: boolean): number[] {
  const first = Math.min(shown, now - (isPast ? YEARS_BACK : YEARS_AROUND))
  const last = Math.max(shown, now + (isPast ? 0 : YEARS_AROUND))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

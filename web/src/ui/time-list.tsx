import { useLayoutEffect, useRef } from 'preact/hooks'
import { useFormats } from '../i18n/format'
import { usePickerText } from '../i18n/pickers'
import { minutesOf, minutesUntil } from '../lib/typed-time'
import { MINUTE } from '../lib/tz'
import { Button } from './button'
import { Popover } from './popover'
import type { OpenPicker } from './typed-field'

interface TimeListProps extends OpenPicker {
  /** `HH:MM` each. */
  times: readonly string[]
  value: string
  /** The start whose end is picked; null: no end. */
  from: string | null
  /** Where the list begins to be shown; empty: at its first. */
  useful: string
}

/** Times beside a field; its keys move in it (ARIA Authoring Practices, listbox of a combobox). */
export function TimeList({ times, value, from, useful, id, label, anchor, onClose, onPick, onType }: TimeListProps) {
  const formats = useFormats()
  const pickers = usePickerText()
  const list = useRef<HTMLDivElement>(null)
  const far = (time: string) => minutesUntil(time, from ?? '00:00')
  const shown = useful === '' ? times[0]! : (times.findLast((time) => far(time) <= far(useful)) ?? times[0]!)
  useLayoutEffect(() => {
    const option = list.current?.querySelector<HTMLElement>(`[data-time="${shown}"]`)
    if (list.current && option) list.current.scrollTop = option.offsetTop - option.offsetHeight
  }, [shown])
  return (
    <Popover {...{ anchor, onClose }} class="time-picker">
      {/* What scrolls and holds no stop of Tab would be one itself. */}
      <div ref={list} id={id} class="time-list" role="listbox" tabIndex={-1} aria-label={label}>
        {times.map((time) => (
          <button
            key={time}
            type="button"
            tabIndex={-1}
            id={`${id}-${time}`}
            role="option"
            data-time={time}
            aria-selected={time === value}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(time)}
          >
            {formats.time(minutesOf(time) * MINUTE)}
            {from !== null && <small>{pickers.length(Math.floor(far(time) / 60), far(time) % 60)}</small>}
          </button>
        ))}
      </div>
      {onType !== null && (
        <Button kind="quiet" onClick={onType}>
          {pickers.type}
        </Button>
      )}
    </Popover>
  )
}

import { usePeople } from '../../data/people'
import { useFormats } from '../../i18n/format'
import { useViewsText } from '../../i18n/views'
import { LOW, useMedia } from '../../lib/media'
import type { Range } from '../data'
import { everybody } from '../who'
import { DueItems } from './due-items'
import { useOwnDue } from './own-due'

interface DueWeekProps extends Range {
  today: number
  onOpenDay: (day: number) => void
}

/** Above the hours of several days: what is to be done on each, and where there is no room, how much. */
export function DueWeek({ first, days, today, onOpenDay }: DueWeekProps) {
  const { due: texts } = useViewsText()
  const formats = useFormats()
  const { on } = useOwnDue(today)
  const people = everybody(usePeople())
  const most = useMedia(LOW) ? 1 : 2
  return (
    <>
      {Array.from({ length: days }, (_, column) => {
        const day = first + column
        const due = on(day)
        if (due.length === 0) return null
        const more = (count: number) => (
          <button
            type="button"
            class="due-more"
            aria-label={`${texts.more(count)}, ${formats.full(day)}`}
            onClick={() => onOpenDay(day)}
          >
            {texts.more(count)}
          </button>
        )
        return (
          <ul
            key={day}
            class="due-week"
            style={{ gridColumn: column + 2 }}
            aria-label={`${texts.list}, ${formats.full(day)}`}
          >
            <DueItems {...{ due, people, most, more }} />
          </ul>
        )
      })}
    </>
  )
}

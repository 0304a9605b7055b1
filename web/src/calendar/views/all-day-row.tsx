import { useText } from '../../i18n'
import type { Segment } from '../../lib/layout'
import { DAY } from '../../lib/tz'
import type { PlacedEntry } from '../data'
import { shiftWalls } from '../drag/shift'
import type { Lifted } from '../drag/use-drag'
import { type Entry, isReadOnly } from '../entries'
import { useDescribe } from '../parts/describe'
import { stateClass } from '../parts/marks'
import { colorsOf, Initials } from '../parts/people'

interface AllDayRowProps {
  segments: readonly Segment<Entry>[]
  lifted: Lifted | null
  first: number
  days: number
  onOpen: (placed: PlacedEntry) => void
}

/** The bars above the hours. */
export function AllDayRow({ segments, lifted, first, days, onOpen }: AllDayRowProps) {
  const { calendar } = useText()
  const describe = useDescribe()
  if (segments.length === 0) return null
  return (
    <>
      <span class="gutter">{calendar.allDayRow}</span>
      <div class="all-day-lanes">
        {segments.map((segment) => {
          const { placed, lane, continuesBefore, continuesAfter } = segment
          const { column, span } = lifted?.placed === placed ? liftedPlace(lifted, first, days) : segment
          const canMove = !isReadOnly(placed.item)
          const classes = [
            'month-chip bar person',
            continuesBefore ? 'from-before' : '',
            continuesAfter ? 'goes-on' : '',
            stateClass(placed.item),
          ]
          return (
            <button
              key={`${placed.item.key} ${segment.column}`}
              type="button"
              class={classes.join(' ')}
              style={{
                ...colorsOf(placed.item.people),
                gridColumn: `${column + 1} / span ${span}`,
                gridRow: String(lane + 1),
              }}
              data-entry={canMove ? placed.item.key : undefined}
              aria-describedby={canMove ? 'drag-hint' : undefined}
              onClick={() => onOpen(placed)}
            >
              <Initials people={placed.item.people} />
              <span class="month-chip-title">
                {placed.item.title} <span class="visually-hidden">{describe.rest(placed)}</span>
              </span>
              {canMove && !continuesAfter && <i class="resize" data-resize aria-hidden="true" />}
            </button>
          )
        })}
      </div>
    </>
  )
}

/** Where a bar stands while it is dragged, cut to the days on screen. */
function liftedPlace({ placed, shift }: Lifted, first: number, days: number): { column: number; span: number } {
  const { start, end } = shiftWalls({ start: placed.startWall, end: placed.endWall }, shift)
  const from = Math.min(Math.max(Math.floor(start / DAY) - first, 0), days - 1)
  const to = Math.min(Math.max(Math.ceil(end / DAY) - first, from + 1), days)
  return { column: from, span: to - from }
}

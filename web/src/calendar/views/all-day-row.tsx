import { useRef, useState } from 'preact/hooks'
import { useText } from '../../i18n'
import { fitRow, type Segment } from '../../lib/layout'
import { LOW, PHONE, TOUCH, useMedia } from '../../lib/media'
import { DAY } from '../../lib/tz'
import type { PlacedEntry } from '../data'
import { type Lifted, wallsAfter } from '../drag/shift'
import { type Entry, isReadOnly } from '../entries'
import { useDescribe } from '../parts/describe'
import { handleOf } from '../parts/handle'
import { isUnsaved, More, stateClass } from '../parts/marks'
import { colorsOf, Initials } from '../parts/people'

interface AllDayRowProps {
  segments: readonly Segment<Entry>[]
  lifted: Lifted | null
  first: number
  days: number
  onOpen: (placed: PlacedEntry) => void
}

// Lanes of a row that leaves room for the hours.
const MAX_LANES = 4
const MAX_LANES_TOUCHED = 3
const MAX_LANES_IN_SMALL_WINDOW = 2
const SMALL = `${PHONE}, ${LOW}`

/** The bars above the hours; of more than there is room for the rest is a press away. */
export function AllDayRow({ segments, lifted, first, days, onOpen }: AllDayRowProps) {
  const { calendar } = useText()
  const describe = useDescribe()
  const [isWhole, setWhole] = useState(false)
  const gutter = useRef<HTMLButtonElement>(null)
  const isTouch = useMedia(TOUCH)
  const most = useMedia(SMALL) ? MAX_LANES_IN_SMALL_WINDOW : isTouch ? MAX_LANES_TOUCHED : MAX_LANES
  if (segments.length === 0) return null
  const columns = Math.max(days, ...segments.map(({ column, span }) => column + span))
  const { shown, hidden } = fitRow(segments, columns, isWhole ? Infinity : most, 1)
  const isLong = segments.some(({ lane }) => lane >= most)
  const toggle = () => {
    setWhole(!isWhole)
    // The button that was pressed is gone then.
    gutter.current?.focus()
  }
  return (
    <>
      {isLong ? (
        <button ref={gutter} type="button" class="gutter" aria-expanded={isWhole} onClick={toggle}>
          {calendar.allDayRow}
        </button>
      ) : (
        <span class="gutter">{calendar.allDayRow}</span>
      )}
      <div class={isWhole ? 'all-day-lanes whole' : 'all-day-lanes'}>
        {shown.map((segment) => {
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
              {...handleOf(placed.item)}
              onClick={() => onOpen(placed)}
            >
              <Initials people={placed.item.people} />
              <span class="month-chip-title">
                {placed.item.label} <span class="visually-hidden">{describe.rest(placed)}</span>
              </span>
              {canMove && !continuesBefore && <i data-resize="start" aria-hidden="true" />}
              {canMove && !continuesAfter && <i data-resize="end" aria-hidden="true" />}
            </button>
          )
        })}
        {hidden.map(
          (count, column) =>
            count > 0 && (
              <button
                key={column}
                type="button"
                class="all-day-more"
                style={{ gridColumn: column + 1, gridRow: most }}
                onClick={toggle}
              >
                <More
                  isUnsaved={segments.some((one) => !shown.includes(one) && isUnsaved(one.placed))}
                  count={count}
                  words={calendar.moreOn(count, describe.formats.full(columns === days ? first + column : first))}
                />
              </button>
            ),
        )}
      </div>
    </>
  )
}

/** Where a bar stands while it is dragged, cut to the days on screen. */
function liftedPlace({ placed, shift }: Lifted, first: number, days: number): { column: number; span: number } {
  const { start, end } = wallsAfter(placed, shift)
  const from = Math.min(Math.max(Math.floor(start / DAY) - first, 0), days - 1)
  const to = Math.min(Math.max(Math.ceil(end / DAY) - first, from + 1), days)
  return { column: from, span: to - from }
}

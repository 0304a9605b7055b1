import { useEffect, useMemo } from 'preact/hooks'
import { useFormats } from '../../i18n/format'
import { memo } from '../../lib/memo'
import { DAY } from '../../lib/tz'
import { monthRange, type PlacedEntry, useCalendar } from '../data'
import { AgendaBlock } from './agenda-block'
import { type AgendaLine, agendaLines, inBlocks } from './agenda-days'
import { useDueDays } from './own-due'

const BLOCK_EVENTS = 12

/** What is known of these days: that they have events, that they have none, or nothing at all. */
export type MonthState = 'busy' | 'free' | 'loading' | 'unknown'

interface AgendaMonthProps {
  list: { current: HTMLElement | null }
  /** Of one month: all days of it, or those that the list begins with. */
  first: number
  days: number
  today: number
  now: number
  isDueKnown: boolean
  /** The list was opened here. */
  isStart: boolean
  onOpen: (placed: PlacedEntry) => void
  onState: (first: number, state: MonthState) => void
}

/** Days of a month, from the answer that the month's own view asks for, too. */
export const AgendaMonth = memo(function AgendaMonth(props: AgendaMonthProps) {
  const { list, first, days, today, now, isDueKnown, isStart, onOpen, onState } = props
  const formats = useFormats()
  // The calendar around the list has asked already: two that ask each other's failures again would never rest.
  const { placed, coverage } = useCalendar(monthRange(first, formats.firstWeekday), { retryOnMount: false })
  const due = useDueDays(today)
  const lines = useMemo(() => agendaLines(placed, coverage, { first, days }, due), [placed, coverage, first, days, due])
  const blocks = inBlocks(lines, BLOCK_EVENTS)
  // Hours pass on one day only.
  const moment = first <= today && today < first + days ? now : today * DAY
  const unknown = lines.find(({ kind }) => kind === 'unknown')
  const isLoading = unknown !== undefined && coverage.stateOf(unknown.first) === 'loading'
  const state = stateOf(lines, isLoading)
  useEffect(() => onState(first, state), [first, state])
  return (
    <>
      <h2 class={isStart ? 'visually-hidden' : 'agenda-month'}>{formats.monthYear(first)}</h2>
      {blocks.map((block, index) => (
        // By its place: what is drawn stays when events come or go.
        <AgendaBlock
          key={index}
          {...{ list, coverage, placed, today, isDueKnown, onOpen }}
          lines={block}
          next={blocks[index + 1]?.[0]?.first ?? (isMonthOver(first + days) ? null : first + days)}
          isFirst={isStart && index === 0}
          now={moment}
        />
      ))}
    </>
  )
})

const isMonthOver = (day: number): boolean => new Date(day * DAY).getUTCDate() === 1

function stateOf(lines: readonly AgendaLine[], isLoading: boolean): MonthState {
  if (isLoading) return 'loading'
  if (lines.some(({ kind }) => kind === 'day')) return 'busy'
  return lines.some(({ kind }) => kind === 'unknown') ? 'unknown' : 'free'
}

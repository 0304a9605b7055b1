import { useMemo } from 'preact/hooks'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { MonthGrid, usePagedMonth } from '../../ui/month-grid'
import { monthRange, type Range, useCalendar } from '../data'

interface MiniMonthProps {
  day: number
  today: number
  /** Days that have events get a small mark. */
  isMarked?: boolean
  onPick: (day: number) => void
}

/** A small month to jump to a date with; it can be paged without leaving the day. */
export function MiniMonth({ day, today, isMarked = false, onPick }: MiniMonthProps) {
  const { calendar } = useText()
  const { firstWeekday } = useFormats()
  const paged = usePagedMonth(day)
  const markOf = useMarks(monthRange(paged.shown, firstWeekday), isMarked)
  const words = { busy: calendar.busy, unknown: calendar.dayStates.unknown }
  return <MonthGrid label={calendar.jump} {...{ day, today, paged, onPick, markOf, words }} onMove={onPick} />
}

type Mark = 'busy' | 'unknown' | ''

/** What a day shows without words: that it has events, or that nobody knows. */
function useMarks(range: Range, isWanted: boolean): (day: number) => Mark {
  const { placed, coverage } = useCalendar(range, { enabled: isWanted })
  const busy = useMemo(() => {
    const days = new Set<number>()
    for (const { firstDay, lastDay } of placed) {
      for (let day = firstDay; day <= lastDay; day++) days.add(day)
    }
    return days
  }, [placed])
  return (day) => {
    if (!isWanted) return ''
    if (busy.has(day)) return 'busy'
    return coverage.stateOf(day) === 'unknown' ? 'unknown' : ''
  }
}

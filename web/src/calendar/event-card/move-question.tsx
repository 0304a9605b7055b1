import { useZone } from '../../data/session'
import { useEventFormText } from '../../i18n/event-form'
import type { PlacedEntry } from '../data'
import { saveDrop } from '../drag/drop'
import type { Ask, RangeQuestion } from '../parts/range-question'
import { DayQuestion } from './day-question'
import { daysToMove } from './other-days'

interface MoveQuestionProps {
  placed: PlacedEntry
  today: number
  ask: Ask
  onMoved: () => void
  onClose: () => void
}

/** Asks for the day to which an event moves; of a series also how much of it. */
export function MoveQuestion({ placed, today, ask, onMoved, onClose }: MoveQuestionProps) {
  const { card } = useEventFormText()
  const zone = useZone()
  const moveTo = async (day: number) => {
    onClose()
    let isOff = false
    const answer = async (asked: RangeQuestion) => {
      const range = await ask(asked)
      isOff = range === null
      return range
    }
    await saveDrop({ placed, shift: { days: day - placed.firstDay, start: 0, end: 0 } }, zone, answer)
    if (!isOff) onMoved()
  }
  return (
    <DayQuestion
      title={card.moveTo(placed.item.label)}
      day={placed.firstDay}
      today={today}
      daysOf={daysToMove}
      onPick={(day) => void moveTo(day)}
      onClose={onClose}
    />
  )
}

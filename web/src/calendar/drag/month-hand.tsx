import { useZone } from '../../data/session'
import { useRangeQuestion } from '../parts/range-question'
import { saveDrop } from './drop'
import { CarriedGhost, PulledGhost } from './month-ghost'
import { type MonthDragOptions, useMonthDrag } from './use-month-drag'

/** What moves events in a month, and makes new ones of its days. It is drawn beside the month. */
export default function MonthHand(props: Omit<MonthDragOptions, 'onDrop'>) {
  const zone = useZone()
  const { ask, question } = useRangeQuestion()
  const { carried, pulled, cells } = useMonthDrag({ ...props, onDrop: (drop) => void saveDrop(drop, zone, ask) })
  return (
    <>
      {carried !== null && <CarriedGhost carried={carried} cells={cells()} />}
      {pulled !== null && <PulledGhost pulled={pulled} cells={cells()} />}
      {question}
    </>
  )
}

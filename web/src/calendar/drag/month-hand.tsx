import { CarriedGhost, PulledGhost } from './month-ghost'
import { useDrop } from './use-drop'
import { type MonthDragOptions, useMonthDrag } from './use-month-drag'

/** What moves events in a month, and makes new ones of its days. It is drawn beside the month. */
export default function MonthHand(props: Omit<MonthDragOptions, 'onDrop'>) {
  const { onDrop, question } = useDrop()
  const { carried, pulled, cells } = useMonthDrag({ ...props, onDrop })
  return (
    <>
      {carried !== null && <CarriedGhost carried={carried} cells={cells()} />}
      {pulled !== null && <PulledGhost pulled={pulled} cells={cells()} />}
      {question}
    </>
  )
}

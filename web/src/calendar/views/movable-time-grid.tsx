import type { ComponentProps } from 'preact'
import { useZone } from '../../data/session'
import { saveDrop } from '../drag/drop'
import { useRangeQuestion } from '../parts/range-question'
import { TimeGrid } from './time-grid'

/** The time grid, where what is dropped is saved. */
export default function MovableTimeGrid(props: Omit<ComponentProps<typeof TimeGrid>, 'onDrop'>) {
  const zone = useZone()
  const { ask, question } = useRangeQuestion()
  return (
    <>
      <TimeGrid {...props} onDrop={(drop) => void saveDrop(drop, zone, ask)} />
      {question}
    </>
  )
}

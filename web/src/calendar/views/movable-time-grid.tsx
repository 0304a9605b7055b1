import type { ComponentProps } from 'preact'
import { useDrop } from '../drag/use-drop'
import { TimeGrid } from './time-grid'

/** The time grid, where what is dropped is saved. */
export default function MovableTimeGrid(props: Omit<ComponentProps<typeof TimeGrid>, 'onDrop'>) {
  const { onDrop, question } = useDrop()
  return (
    <>
      <TimeGrid {...props} onDrop={onDrop} />
      {question}
    </>
  )
}

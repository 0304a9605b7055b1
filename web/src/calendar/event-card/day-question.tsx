import type { ComponentChildren } from 'preact'
import { useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { away } from '../parts/event-time'
import { MiniMonth } from '../parts/mini-month'

interface DayQuestionProps {
  title: string
  /** The day of the event. */
  day: number
  today: number
  /** The days that are probably meant, the likeliest first. */
  daysOf: (day: number, today: number) => number[]
  onPick: (day: number) => void
  onClose: () => void
  children?: ComponentChildren
}

/** Asks for a day: one tap for those that are probably meant, one for any other of the month. */
export function DayQuestion({ title, day, today, daysOf, onPick, onClose, children }: DayQuestionProps) {
  const { card } = useEventFormText()
  const formats = useFormats()
  const hintOf = (one: number) => {
    if (one === day + 1) return card.dayAfter
    return one === day + 7 ? card.weekLater : away(one - today, formats)
  }
  return (
    <Dialog title={title} class="day-question" onClose={onClose} footer={children}>
      <div class="ranges" ref={(list) => void list?.firstElementChild?.toggleAttribute('autofocus', true)}>
        {daysOf(day, today).map((one) => (
          <Button key={one} class="wide" onClick={() => onPick(one)}>
            <span>{formats.full(one)}</span> <small>{hintOf(one)}</small>
          </Button>
        ))}
      </div>
      <MiniMonth {...{ day, today, onPick }} />
    </Dialog>
  )
}

import type { VNode } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { Counts } from '../../data/types'
import { useText } from '../../i18n'
import { eventFormTexts, useEventFormText } from '../../i18n/event-form'
import { useFormats } from '../../i18n/format'
import { needs } from '../../lib/needs'
import { Button } from '../../ui/button'
import { closeDialog, Dialog } from '../../ui/dialog'
import { loadStyle } from '../../ui/lazy'
import type { SeriesRange } from '../event-ref'

needs(() => Promise.all([eventFormTexts(), loadStyle('event')]))

/** A change of one occurrence of a series, before anybody has said how much of the series it is meant for. */
export interface RangeQuestion {
  title: string
  /** What else there is to know before answering. */
  note?: string
  /** The day of the occurrence. */
  day: number
  /** The ranges that make sense, the usual one first. */
  ranges: readonly SeriesRange[]
  /** Null where it is not known how many there are. */
  counts: Counts | null
  /** The series is known to have no end. */
  isEndless: boolean
}

/** Null when the change is not to be made at all. */
export type Ask = (question: RangeQuestion) => Promise<SeriesRange | null>

type Asked = RangeQuestion & { answer: (range: SeriesRange | null) => void }

/**
 * Asks how much of a series a change is meant for: `await ask(…)`, null when it is not to be made at all. `question` is
 * to be drawn beside what asks.
 */
export function useRangeQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask: Ask = (question) => new Promise((resolve) => setAsked({ ...question, answer: resolve }))
  const answer = (range: SeriesRange | null) => {
    asked?.answer(range)
    setAsked(null)
  }
  const question: VNode | null = asked && <RangeDialog key={asked} asked={asked} onAnswer={answer} />
  return { ask, question }
}

function RangeDialog({ asked, onAnswer }: { asked: Asked; onAnswer: Asked['answer'] }) {
  const { common } = useText()
  const { title, note, ranges } = asked
  const wasPressed = useRef(false)
  const noteId = useId()
  // The key that saves or drops may still be held when the question comes; Firefox presses a button when Space is let go.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
    else wasPressed.current = true
  }
  const onKeyUp = (event: KeyboardEvent) => {
    if (!wasPressed.current) event.preventDefault()
  }
  return (
    <Dialog
      title={title}
      describedBy={note && noteId}
      onClose={() => onAnswer(null)}
      footer={
        <Button kind="quiet" onClick={(event) => closeDialog(event.currentTarget)}>
          {common.cancel}
        </Button>
      }
    >
      {note && <p id={noteId}>{note}</p>}
      <div class="ranges" ref={(list) => void list?.firstElementChild?.toggleAttribute('autofocus', true)}>
        {ranges.map((range) => (
          <Button key={range} class="wide" {...{ onKeyDown, onKeyUp }} onClick={() => onAnswer(range)}>
            <RangeWords range={range} asked={asked} />
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

/** What a range is called, and how many occurrences are in it. */
function RangeWords({ range, asked: { day, counts, isEndless } }: { range: SeriesRange; asked: Asked }) {
  const words = useEventFormText().range
  const formats = useFormats()
  const count = range === 'all' ? counts?.all : counts?.following
  const size =
    range === 'this' ? formats.full(day) : count != null ? words.count(count) : isEndless ? words.endless : ''
  return (
    <>
      <span>{words[range]}</span> {size && <small>{size}</small>}
    </>
  )
}

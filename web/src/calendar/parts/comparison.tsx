import { useId, useState } from 'preact/hooks'
import type { OpenedEvent } from '../../data/types'
import { unsavedTexts, useUnsavedText } from '../../i18n/unsaved'
import { needs } from '../../lib/needs'
import { Button } from '../../ui/button'
import { decide } from '../writes/actions'
import { afterForm, type Difference, differences, formOnto, type Part } from '../writes/changes'
import type { EditWrite } from '../writes/write'
import { useFormMessage } from './form-messages'
import { giveUp } from './let-go'

needs(unsavedTexts)

interface ComparisonProps {
  write: EditWrite
  /** The event as others have left it. */
  current: OpenedEvent
  /** Called before anything happens to the write. */
  onDone?: () => void
}

/** What two people have changed at the same time, both values of each, and which of them is to count. */
export default function Comparison({ write, current, onDone }: ComparisonProps) {
  const { comparison } = useUnsavedText()
  const [theirs, setTheirs] = useState<ReadonlySet<Part>>(new Set())
  const found = differences(write.base, write.form, current)
  const choose = (part: Part, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(part)
    else next.delete(part)
    setTheirs(next)
  }
  const save = () => {
    const mine = found.map(({ part }) => part).filter((part) => !theirs.has(part))
    onDone?.()
    if (mine.length === 0) void giveUp(write)
    else decide(write.id, formOnto(current, write.form, mine), current)
  }
  return (
    <div class="comparison">
      <p>{comparison.question}</p>
      {found.map((difference) => (
        <Row
          key={difference.part}
          difference={difference}
          write={write}
          current={current}
          isTheirs={theirs.has(difference.part)}
          onChoose={(isTheirs) => choose(difference.part, isTheirs)}
        />
      ))}
      <Button kind="primary" onClick={save}>
        {comparison.save}
      </Button>
    </div>
  )
}

interface RowProps extends Omit<ComparisonProps, 'onDone'> {
  difference: Difference
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

/** A part that others have not changed says only what it will be. */
function Row({ difference: { part, isClash }, write, current, isTheirs, onChoose }: RowProps) {
  const { comparison, parts } = useUnsavedText()
  const wordsOf = useFormMessage()
  const name = useId()
  const mine = wordsOf(part, afterForm(current, write.form))
  if (!isClash) {
    return (
      <p>
        {parts[part]}: <b>{mine}</b>
      </p>
    )
  }
  const choices = [
    { isOurs: true, label: comparison.mine, words: mine },
    { isOurs: false, label: comparison.theirs, words: wordsOf(part, current) },
  ]
  return (
    <fieldset>
      <legend>{parts[part]}</legend>
      {choices.map(({ isOurs, label, words }) => (
        <label key={label}>
          <input type="radio" name={name} checked={isOurs !== isTheirs} onChange={() => onChoose(!isOurs)} />
          <span>
            <small>{label}</small> {words}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

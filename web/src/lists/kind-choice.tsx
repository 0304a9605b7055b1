import { useId } from 'preact/hooks'
import type { List } from '../data/types'
import { useListsText } from '../i18n/lists'
import { DRAWINGS } from './drawings'

export type Kind = NonNullable<List['kind']>

const KINDS: readonly Kind[] = ['plain', 'shopping', 'chores']
const DRAWN = { plain: DRAWINGS.idea, shopping: DRAWINGS.basket, chores: DRAWINGS.cleaning }

/** What a list is for, one tap each. */
export function KindChoice({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) {
  const lists = useListsText()
  const id = useId()
  return (
    <fieldset class="field" aria-labelledby={id}>
      <span class="label" id={id}>
        {lists.kind}
      </span>
      <div class="kind-choice">
        {KINDS.map((one) => {
          const Drawing = DRAWN[one]
          return (
            <label key={one}>
              <input type="radio" name={id} checked={one === kind} onChange={() => onChoose(one)} />
              <Drawing />
              <span>{lists.kinds[one].name}</span>
            </label>
          )
        })}
      </div>
      <p class="hint">{lists.kinds[kind].hint}</p>
    </fieldset>
  )
}

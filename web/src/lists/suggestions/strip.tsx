import { useEffect, useRef } from 'preact/hooks'
import type { Suggestion } from '../../data/types'
import { useListsText } from '../../i18n/lists'
import { X } from '../../ui/icons'
import { useLongPress } from '../long-press'

interface StripProps {
  id: string
  label: string
  suggestions: readonly Suggestion[]
  /** Stands in place of them. */
  hint: string | null
  active: number
  optionId: (index: number) => string
  onPick: (index: number) => void
  onForget: (index: number) => void
}

/** What may be added, side by side in a row of the line: one tap adds it, a finger that stays forgets it. */
export function Strip({ id, label, suggestions, hint, active, optionId, onPick, onForget }: StripProps) {
  const list = useRef<HTMLDivElement>(null)
  const wasHeld = useRef(false)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  return (
    <div class="suggestions">
      <div
        id={id}
        role="listbox"
        // What scrolls and holds no stop of Tab would be one itself.
        tabIndex={-1}
        aria-label={label}
        ref={list}
        onPointerDown={() => {
          wasHeld.current = false
        }}
        onClickCapture={(event) => {
          // The tap that follows a long press may hit the next one, which has moved there.
          if (wasHeld.current) event.stopPropagation()
        }}
      >
        {suggestions.map((suggestion, index) => (
          <Option
            key={suggestion.text}
            id={optionId(index)}
            suggestion={suggestion}
            isActive={index === active}
            onPick={() => onPick(index)}
            onForget={() => onForget(index)}
            onHeld={() => {
              wasHeld.current = true
              onForget(index)
            }}
          />
        ))}
      </div>
      {hint && <p class="hint">{hint}</p>}
    </div>
  )
}

interface OptionProps {
  id: string
  suggestion: Suggestion
  isActive: boolean
  onPick: () => void
  onForget: () => void
  onHeld: () => void
}

function Option({ id, suggestion: { text, amount }, isActive, onPick, onForget, onHeld }: OptionProps) {
  const { line } = useListsText()
  const { isHeld, handlers } = useLongPress(onHeld)
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isActive}
      class={isHeld ? 'held' : ''}
      // The focus stays in the line, and a keyboard that is closed stays closed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) =>
        (target instanceof Element && target.closest('.suggestion-forget') ? onForget : onPick)()
      }
      {...handlers}
    >
      <span>{text}</span>
      {amount && <small>{amount}</small>}
      <span class="suggestion-forget" aria-hidden="true" title={line.forget(text)}>
        <X />
      </span>
    </button>
  )
}

import { useState } from 'preact/hooks'

interface ComboboxOptions {
  id: string
  count: number
  onPick: (index: number) => void
  onForget: (index: number) => void
}

/**
 * The keyboard of a line with choices (WAI-ARIA, combobox with a listbox): the arrows up and down choose, Enter picks,
 * Delete forgets, Escape and typing let go. The focus stays in the line.
 */
export function useCombobox({ id, count, onPick, onForget }: ComboboxOptions) {
  const [chosen, choose] = useState(-1)
  const active = chosen < count ? chosen : count - 1
  const optionId = (index: number) => `${id}-${index}`
  const run: Partial<Record<string, () => void>> = {
    ArrowDown: () => choose(active + 1 < count ? active + 1 : -1),
    ArrowUp: () => choose(active < 0 ? count - 1 : active - 1),
    ...(active >= 0 && {
      Enter: () => {
        choose(-1)
        onPick(active)
      },
      Delete: () => onForget(active),
      Escape: () => choose(-1),
    }),
  }
  const line = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': count > 0,
    'aria-controls': id,
    'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const pressed = run[event.key]
      if (pressed === undefined || count === 0 || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      pressed()
    },
  } as const
  return { line, active, optionId, letGo: () => choose(-1) }
}

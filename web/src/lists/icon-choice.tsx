import { useId } from 'preact/hooks'
import { MAX_ICON_LENGTH } from '../../../src/platform/limits'
import { useListsText } from '../i18n/lists'
import { TextField } from '../ui/field'
import { DRAWING_NAMES, DRAWINGS, isDrawing } from './drawings'

interface IconChoiceProps {
  /** What is chosen, or fits by itself; null for nothing. */
  icon: string | null
  /** The empty text: what fits by itself. */
  onChoose: (icon: string) => void
}

/** A choice of a drawing, or of any emoji. */
export function IconChoice({ icon, onChoose }: IconChoiceProps) {
  const lists = useListsText()
  const id = useId()
  return (
    <>
      <fieldset class="field" aria-labelledby={id}>
        <span class="label" id={id}>
          {lists.icon}
        </span>
        <div class="icon-choice">
          {DRAWING_NAMES.map((name) => {
            const Drawing = DRAWINGS[name]
            return (
              <label key={name} title={lists.icons[name]}>
                <input type="radio" name={id} checked={name === icon} onChange={() => onChoose(name)} />
                <Drawing />
                <span class="visually-hidden">{lists.icons[name]}</span>
              </label>
            )
          })}
        </div>
      </fieldset>
      <TextField
        label={lists.emoji}
        value={icon === null || isDrawing(icon) ? '' : icon}
        onInput={(typed) => onChoose(typed.trim())}
        maxLength={MAX_ICON_LENGTH}
        autoComplete="off"
      />
    </>
  )
}

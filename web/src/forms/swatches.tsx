import { useId } from 'preact/hooks'
import { useSecondaryText } from '../i18n/secondary'
import { Check } from '../ui/icons'
import { colorChoices } from './colors'

interface SwatchesProps {
  label: string
  color: string
  onPick: (color: string) => void
}

/** The colours to choose from. */
export function Swatches({ label, color, onPick }: SwatchesProps) {
  const { colors } = useSecondaryText().account.profile
  const id = useId()
  return (
    <fieldset class="field" aria-labelledby={id}>
      <span class="label" id={id}>
        {label}
      </span>
      <div class="swatches">
        {colorChoices(color).map(({ name, value }) => (
          <label key={value} class="swatch person" style={{ '--person': value }} title={colors[name]}>
            <input
              type="radio"
              name={id}
              checked={value.toUpperCase() === color.toUpperCase()}
              onChange={() => onPick(value)}
            />
            <Check aria-hidden="true" />
            <span class="visually-hidden">{colors[name]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

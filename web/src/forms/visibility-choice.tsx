import { useId } from 'preact/hooks'
import type { OwnCalendar } from '../data/own-calendars'
import { useMe } from '../data/session'
import { useSecondaryText } from '../i18n/secondary'
import type { Visibility } from './own-calendars'

const CHOICES = ['household', 'busy', 'private'] as const

interface VisibilityChoiceProps {
  calendar: OwnCalendar
  /** Null: nothing is chosen yet. */
  chosen: Visibility | null
  /** What stands above the answers. */
  legend: string
  onChoose: (visibility: Visibility) => void
}

/** What others may see of a calendar: each answer with a picture of what they then have before them. */
export function VisibilityChoice({ calendar, chosen, legend, onChoose }: VisibilityChoiceProps) {
  const { visibility: texts } = useSecondaryText().account
  const { color } = useMe()
  const name = useId()
  return (
    <fieldset class="visibility">
      <legend>{legend}</legend>
      {CHOICES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={`${name}-${calendar.id}`}
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          <Sample choice={choice} color={color} />
          <span>
            <b>{texts.choices[choice]}</b> <small>{texts.hints[choice]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** An hour of a day as others see it. */
function Sample({ choice, color }: { choice: Visibility; color: string }) {
  const { sample } = useSecondaryText().account.visibility
  return (
    <span class={`sample person ${choice}`} style={{ '--person': color }} aria-hidden="true">
      <span>15</span>
      {choice !== 'private' && <span>{sample[choice]}</span>}
    </span>
  )
}

import { useText } from '../i18n'
import { Heart } from './icons'

/** Somebody, or everybody, as the calendar draws them: never by colour alone. */
export interface Person {
  /** Null for everyone, and where no name is known. */
  name: string | null
  color: string
  isEveryone: boolean
}

/** Chrome 119, Safari 16.4, Firefox 128. */
const makesColors = CSS.supports('color', 'oklch(from red l c h)')

/**
 * The colour that somebody is drawn in, for CSS: their own hue, as light as the formula of `styles/tokens.css` says, or
 * just their colour.
 */
export const solid = ({ color, isEveryone }: Pick<Person, 'color' | 'isEveryone'>): string =>
  isEveryone ? 'var(--everyone)' : makesColors ? `oklch(from ${color} var(--solid))` : color

/** Somebody's colours, for an element of class `person`. Nothing is written on everybody's but a heart. */
export const personStyle = ({ color, isEveryone }: Pick<Person, 'color' | 'isEveryone'>): Record<string, string> =>
  isEveryone ? { '--person': color, '--person-solid': 'var(--everyone)', '--person-on': '#fff' } : { '--person': color }

/** What a person is called: their name, "Everyone", or "Someone" for a member without a name. */
export function usePersonName(): (person: Person) => string {
  const { common } = useText()
  return ({ isEveryone, name }) => (isEveryone ? common.everyone : (name ?? common.someone))
}

/** A round initial in the person's colour; a heart for everyone. Decoration: say the name beside it. */
export function Avatar({ person, size = 'normal' }: { person: Person; size?: 'normal' | 'large' }) {
  const name = usePersonName()(person)
  const [initial = '?'] = name
  return (
    <span class={`avatar person ${size === 'large' ? 'large' : ''}`} style={personStyle(person)} aria-hidden="true">
      {person.isEveryone ? <Heart /> : initial.toUpperCase()}
    </span>
  )
}

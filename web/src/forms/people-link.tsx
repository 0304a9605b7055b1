import { useSecondaryText } from '../i18n/secondary'
import { Section } from './section'

/** The way to everybody whom an event can be for. */
export function PeopleLink() {
  const { people: texts } = useSecondaryText()
  return (
    <Section title={texts.title} hint={texts.linkHint}>
      <div>
        <a class="button" href="/people">
          {texts.link}
        </a>
      </div>
    </Section>
  )
}

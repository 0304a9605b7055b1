import { Section } from '../forms/section'
import { useText } from '../i18n'
import { useSecondaryText } from '../i18n/secondary'

/** The way to calendars from elsewhere, and to what goes out. */
export function Elsewhere() {
  const { shell } = useText()
  const { elsewhere: texts } = useSecondaryText().account
  return (
    <Section title={shell.elsewhere} hint={texts.hint}>
      <div>
        <a class="button" href="/elsewhere">
          {texts.link}
        </a>
      </div>
    </Section>
  )
}

import { useReachable } from '../data/connection'
import { useMe } from '../data/session'
import { Section } from '../forms/section'
import { outwardTexts, useOutwardText } from '../i18n/outward'
import { needs } from '../lib/needs'

needs(outwardTexts)

/** Everything in one file; what is the household's for administrators alone. */
export function ExportSection() {
  const { archive: texts } = useOutwardText()
  const { isAdmin } = useMe()
  const isReachable = useReachable()
  return (
    <Section title={texts.title} hint={texts.hint}>
      {isReachable ? (
        <div class="archives">
          <a class="button plain" href="/api/me/export" download="">
            {texts.own}
          </a>
          {isAdmin && (
            <>
              <a class="button quiet" href="/api/admin/export" download="">
                {texts.household}
              </a>
              <p class="hint">{texts.householdHint}</p>
            </>
          )}
        </div>
      ) : (
        <p class="hint">{texts.offline}</p>
      )}
    </Section>
  )
}

import { useState } from 'preact/hooks'
import { AddingSection } from '../forms/adding-section'
import { Loaded } from '../forms/section'
import { useFormats } from '../i18n/format'
import { outwardTexts, useOutwardText } from '../i18n/outward'
import { needs } from '../lib/needs'
import { dayOfIso } from '../lib/tz'
import { lazyDialog } from '../ui/lazy'
import { type CreatedToken, removeToken, tokensQuery } from './outward'
import { SecretDialog } from './secret-dialog'
import { SecretRow } from './secret-row'

needs(outwardTexts)

const TokenDialog = lazyDialog(async () => ({ default: (await import('./token-dialog')).TokenDialog }))

/** Keys with which programs ask on a member's behalf. */
export function TokensSection() {
  const { tokens: texts } = useOutwardText()
  const { fullYear } = useFormats()
  const [made, setMade] = useState<CreatedToken | null>(null)
  return (
    <AddingSection texts={texts} dialog={(close) => <TokenDialog onMade={setMade} onClose={close} />}>
      <Loaded query={tokensQuery}>
        {(tokens) =>
          tokens.length > 0 && (
            <ul class="rows" aria-label={texts.title}>
              {tokens.map(({ id, name, scope, expires, lastUsedAt }) => (
                <SecretRow
                  key={id}
                  words={[texts.scopes[scope], ...(expires ? [texts.goodUntil(fullYear(dayOfIso(expires)))] : [])]}
                  onRemove={() => removeToken(id)}
                  {...{ name, lastUsedAt, texts }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {made !== null && (
        <SecretDialog
          title={texts.madeTitle}
          hint={texts.madeHint}
          label={texts.key}
          onlyNow={texts.onlyNow}
          secret={made.token}
          onClose={() => setMade(null)}
        />
      )}
    </AddingSection>
  )
}

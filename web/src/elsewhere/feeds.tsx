import { useState } from 'preact/hooks'
import { AddingSection } from '../forms/adding-section'
import { Loaded } from '../forms/section'
import { outwardTexts, useOutwardText } from '../i18n/outward'
import { needs } from '../lib/needs'
import { lazyDialog } from '../ui/lazy'
import { type CreatedFeed, feedsQuery, removeFeed } from './outward'
import { SecretDialog } from './secret-dialog'
import { SecretRow } from './secret-row'

needs(outwardTexts)

const FeedDialog = lazyDialog(async () => ({ default: (await import('./feed-dialog')).FeedDialog }))

/** Secret addresses at which other applications read one's calendars. */
export function FeedsSection() {
  const { feeds: texts } = useOutwardText()
  const [made, setMade] = useState<CreatedFeed | null>(null)
  return (
    <AddingSection texts={texts} dialog={(close) => <FeedDialog onMade={setMade} onClose={close} />}>
      <Loaded query={feedsQuery}>
        {(feeds) =>
          feeds.length > 0 && (
            <ul class="rows" aria-label={texts.title}>
              {feeds.map(({ id, name, detail, lastUsedAt }) => (
                <SecretRow
                  key={id}
                  name={name ?? texts.unnamed}
                  words={[texts[detail]]}
                  onRemove={() => removeFeed(id)}
                  {...{ lastUsedAt, texts }}
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
          label={texts.address}
          secret={new URL(made.url, location.origin).href}
          onlyNow={texts.onlyNow}
          qr={texts.qr}
          onClose={() => setMade(null)}
        />
      )}
    </AddingSection>
  )
}

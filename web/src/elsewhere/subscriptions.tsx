import { useEffect, useState } from 'preact/hooks'
import { queries, refresh } from '../data/queries'
import { Loaded, Section } from '../forms/section'
import { type Subscription, subscriptionsQuery } from '../forms/subscriptions'
import { useElsewhereText } from '../i18n/elsewhere'
import { useStore } from '../lib/store'
import { AddLink } from './add-link'
import { askedAgain } from './read-again'
import { leaving } from './remove'
import { SubscriptionRow } from './subscription-row'

/** How soon one looks again whether a new calendar has been read. */
const LOOK_AGAIN_MS = 1_500
/** A slow server has half a minute. */
const MAX_LOOKS = 20

/** Calendars that are read from a link. */
export function SubscriptionsSection() {
  const { subscriptions: texts } = useElsewhereText()
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Loaded query={subscriptionsQuery}>{(subscriptions) => <All subscriptions={subscriptions} />}</Loaded>
    </Section>
  )
}

function All({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { subscriptions: texts } = useElsewhereText()
  const going = useStore(leaving)
  const feeds = subscriptions.filter(({ id, kind }) => kind === 'feed' && !going.has(id))
  useUntilRead(subscriptions)
  return (
    <>
      {feeds.length > 0 && (
        <ul class="rows" aria-label={texts.title}>
          {feeds.map((one) => (
            <SubscriptionRow key={one.id} subscription={one} />
          ))}
        </ul>
      )}
      <AddLink subscriptions={subscriptions} />
      <p class="hint">{texts.schoolHolidays}</p>
    </>
  )
}

/** Looks again as long as one is being read; anew for each that joins or leaves. */
function useUntilRead(subscriptions: readonly Subscription[]): void {
  const asked = useStore(askedAgain)
  const [looks, setLooks] = useState(0)
  const isAwaited = ({ id, state, lastTriedAt }: Subscription) =>
    state === 'pending' || asked.get(id) === (lastTriedAt ?? '')
  const awaited = subscriptions.filter(isAwaited).map(({ id }) => id)
  useEffect(() => setLooks(0), [awaited.join(), asked])
  const isLooking = awaited.length > 0 && looks < MAX_LOOKS
  useEffect(() => {
    if (!isLooking) return
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      for (const { queryKey } of [subscriptionsQuery, queries.events]) refresh(queryKey)
    }, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isLooking, looks])
}

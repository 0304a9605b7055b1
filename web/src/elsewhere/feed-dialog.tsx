import { useState } from 'preact/hooks'
import { MAX_FEED_NAME_LENGTH } from '../../../src/platform/limits'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { queries, queryClient, useQuery } from '../data/queries'
import { useZone } from '../data/session'
import type { Occurrence } from '../data/types'
import { Failed } from '../forms/section'
import { useOutwardText } from '../i18n/outward'
import { useNow } from '../lib/clock'
import type { Tried } from '../lib/tried'
import { dayOf, isoOfDay } from '../lib/tz'
import { SwitchField } from '../ui/field'
import { Loading } from '../ui/loading'
import { Segmented } from '../ui/segmented'
import { NewSecretDialog } from './new-secret-dialog'
import { type CreatedFeed, makeFeed, type NewFeed } from './outward'

interface FeedDialogProps {
  onMade: (feed: CreatedFeed) => void
  onClose: () => void
}

/** What a new secret address shows. */
export function FeedDialog({ onMade, onClose }: FeedDialogProps) {
  const { feeds: texts } = useOutwardText()
  const { calendars, isKnown, unread, ask } = useReadable()
  const { data: lists, isFetching: areListsAsked } = useQuery(queries.lists)
  /** All calendars but these. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [chosenLists, setChosenLists] = useState<ReadonlySet<number>>(new Set())
  const [detail, setDetail] = useState<NonNullable<NewFeed['detail']>>('full')
  const [reminders, setReminders] = useState(false)
  const isChosen = ({ id }: Readable) => !left.has(id)

  const problemOf = () => (isKnown && !calendars.some(isChosen) && chosenLists.size === 0 ? texts.needOne : null)
  const make = async (name: string, keyOf: Tried['keyOf']) => {
    const ids = (await ask()).filter(isChosen).map(({ id }) => id)
    const feed = { calendars: ids, lists: [...chosenLists], detail, reminders: detail === 'full' && reminders }
    const body = { ...feed, ...(name && { name }) }
    onMade(await makeFeed(body, keyOf(body)))
  }

  return (
    <NewSecretDialog maxLength={MAX_FEED_NAME_LENGTH} {...{ texts, problemOf, make, onClose }}>
      <fieldset class="feed-choices">
        <legend>{texts.calendars}</legend>
        {calendars.map((calendar) => (
          <SwitchField
            key={calendar.id}
            label={calendar.displayName}
            checked={isChosen(calendar)}
            onChange={(isOn) => setLeft(toggled(left, calendar.id, !isOn))}
          />
        ))}
        {!isKnown && (unread === null ? <Loading isFirst /> : <Failed query={unread} />)}
      </fieldset>
      {lists?.length !== 0 && (
        <fieldset class="feed-choices">
          <legend>{texts.lists}</legend>
          {!lists && (areListsAsked ? <Loading isFirst /> : <Failed query={queries.lists} />)}
          {lists?.map((list) => (
            <SwitchField
              key={list.id}
              label={list.name}
              checked={chosenLists.has(list.id)}
              onChange={(isOn) => setChosenLists(toggled(chosenLists, list.id, isOn))}
            />
          ))}
          <p class="hint">{texts.listsHint}</p>
        </fieldset>
      )}
      <div class="feed-choices">
        <span class="feed-label" aria-hidden="true">
          {texts.detail}
        </span>
        <Segmented
          label={texts.detail}
          value={detail}
          options={[
            { value: 'full', label: texts.full },
            { value: 'busy', label: texts.busy },
          ]}
          onChange={setDetail}
        />
      </div>
      {detail === 'full' && <SwitchField label={texts.reminders} checked={reminders} onChange={setReminders} />}
    </NewSecretDialog>
  )
}

function toggled(chosen: ReadonlySet<number>, id: number, isOn: boolean): ReadonlySet<number> {
  const others = [...chosen].filter((one) => one !== id)
  return new Set(isOn ? [...others, id] : others)
}

/** Weeks that are looked through for the shared calendar. */
const DAYS = 84

type Readable = Pick<OwnCalendar, 'id' | 'displayName'>

/** The calendars that a feed can show, as far as they are known; `ask` waits for all of them. */
function useReadable() {
  const today = dayOf(useNow(useZone()))
  const weeks = queries.events(isoOfDay(today), isoOfDay(today + DAYS))
  const { data: own, isFetching: areOwnAsked } = useQuery(ownCalendars)
  const { data: occurrences, isFetching: areWeeksAsked } = useQuery(weeks)
  const missing = own === undefined ? ownCalendars : occurrences === undefined ? weeks : null
  return {
    calendars: readableOf(own, occurrences),
    isKnown: missing === null,
    /** What was asked for in vain; null: nothing. */
    unread: areOwnAsked || areWeeksAsked ? null : missing,
    /** @throws ApiError */
    ask: async () =>
      readableOf(await queryClient.ensureQueryData(ownCalendars), await queryClient.ensureQueryData(weeks)),
  }
}

/** Own calendars, and the shared one: whose it is not, knows it by its events alone. */
function readableOf(own: readonly OwnCalendar[] = [], occurrences: readonly Occurrence[] = []): readonly Readable[] {
  if (own.some(({ isShared }) => isShared)) return own
  const shared = occurrences.find(({ isShared, calendarId }) => isShared && calendarId > 0)
  return shared === undefined ? own : [...own, { id: shared.calendarId, displayName: shared.calendarName }]
}

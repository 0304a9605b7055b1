import { useState } from 'preact/hooks'
import { MAX_FEED_NAME_LENGTH } from '../../../src/platform/limits'
import { type OwnCalendar, ownCalendars } from '../data/own-calendars'
import { queries, queryClient, useQuery } from '../data/queries'
import { useZone } from '../data/session'
import type { Occurrence } from '../data/types'
import { stillIn, toggled } from '../forms/chosen'
import { Loaded } from '../forms/section'
import { useOutwardText } from '../i18n/outward'
import { useNow } from '../lib/clock'
import { dayOf, isoOfDay } from '../lib/tz'
import { SwitchField } from '../ui/field'
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
  const today = dayOf(useNow(useZone()))
  const weeks = queries.events(isoOfDay(today), isoOfDay(today + DAYS))
  const { data: lists } = useQuery(queries.lists)
  /** All calendars but these. */
  const [left, setLeft] = useState<number[]>([])
  const [chosenLists, setChosenLists] = useState<number[]>([])
  const [detail, setDetail] = useState<NonNullable<NewFeed['detail']>>('full')
  const [reminders, setReminders] = useState(false)
  const isChosen = ({ id }: Readable) => !left.includes(id)

  const make = async (name: string) => {
    const readable = readableOf(
      await queryClient.ensureQueryData(ownCalendars),
      await queryClient.ensureQueryData(weeks),
    )
    const ids = readable.filter(isChosen).map(({ id }) => id)
    const listIds = stillIn(lists, chosenLists)
    if (ids.length + listIds.length === 0) return texts.needOne
    const feed = { calendars: ids, lists: listIds, detail, reminders: detail === 'full' && reminders }
    onMade(await makeFeed({ ...feed, ...(name && { name }) }))
    return null
  }

  return (
    <NewSecretDialog maxLength={MAX_FEED_NAME_LENGTH} {...{ texts, make, onClose }}>
      <fieldset class="feed-choices">
        <legend>{texts.calendars}</legend>
        <Loaded query={ownCalendars}>
          {(own) => (
            <Loaded query={weeks}>
              {(occurrences) =>
                readableOf(own, occurrences).map((calendar) => (
                  <SwitchField
                    key={calendar.id}
                    label={calendar.displayName}
                    checked={isChosen(calendar)}
                    onChange={(isOn) => setLeft(toggled(left, [calendar.id], !isOn))}
                  />
                ))
              }
            </Loaded>
          )}
        </Loaded>
      </fieldset>
      {lists?.length !== 0 && (
        <fieldset class="feed-choices">
          <legend>{texts.lists}</legend>
          <Loaded query={queries.lists}>
            {(all) =>
              all.map((list) => (
                <SwitchField
                  key={list.id}
                  label={list.name}
                  checked={chosenLists.includes(list.id)}
                  onChange={(isOn) => setChosenLists(toggled(chosenLists, [list.id], isOn))}
                />
              ))
            }
          </Loaded>
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

/** Weeks that are looked through for the shared calendar. */
const DAYS = 84

type Readable = Pick<OwnCalendar, 'id' | 'displayName'>

/** Own calendars, and the shared one: whose it is not, knows it by its events alone. */
function readableOf(own: readonly OwnCalendar[], occurrences: readonly Occurrence[]): readonly Readable[] {
  if (own.some(({ isShared }) => isShared)) return own
  const shared = occurrences.find(({ isShared, calendarId }) => isShared && calendarId > 0)
  return shared === undefined ? own : [...own, { id: shared.calendarId, displayName: shared.calendarName }]
}

import { useState } from 'preact/hooks'
import type { History } from '../../../../src/features/lists/chores'
import { useReachable } from '../../data/connection'
import { request } from '../../data/http'
import { usePeople } from '../../data/people'
import { type Query, useQuery } from '../../data/queries'
import { lastZone } from '../../data/session'
import type { List } from '../../data/types'
import { colorOfId } from '../../forms/colors'
import { useText } from '../../i18n'
import { useFormats } from '../../i18n/format'
import { useListVerbsText } from '../../i18n/list-verbs'
import { addMonths, monthStart } from '../../lib/layout'
import { dayOf, isoOfDay, toWall } from '../../lib/tz'
import { IconButton } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ChevronLeft, ChevronRight } from '../../ui/icons'
import { Loading } from '../../ui/loading'
import { NotLoaded } from '../../ui/not-loaded'
import { Avatar } from '../../ui/person'

const historyQuery = (listId: number, start: number): Query<History> => {
  const query = { start: isoOfDay(start), end: isoOfDay(addMonths(start, 1)) }
  return {
    queryKey: ['list-history', listId, query.start],
    queryFn: () => request('GET', `/api/lists/${listId}/history`, { query }),
    staleTime: 0,
  }
}

/** Who has done how much of a list of chores in a month: by name, all of the same weight. */
export default function HistoryDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const { history } = useListVerbsText()
  const formats = useFormats()
  const present = monthStart(dayOf(toWall(Date.now(), lastZone())))
  const [month, setMonth] = useState(present)
  return (
    <Dialog title={history.open} onClose={onClose}>
      <div class="history-month">
        <IconButton label={history.before} onClick={() => setMonth(addMonths(month, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <h3 aria-live="polite">{formats.monthYear(month)}</h3>
        <IconButton
          label={history.after}
          aria-disabled={month >= present}
          onClick={() => month < present && setMonth(addMonths(month, 1))}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <div class="history">
        <Month key={month} listId={list.id} month={month} />
      </div>
    </Dialog>
  )
}

function Month({ listId, month }: { listId: number; month: number }) {
  const { common } = useText()
  const { history } = useListVerbsText()
  const formats = useFormats()
  const isReachable = useReachable()
  const people = usePeople()
  const { data, isFetching, refetch } = useQuery(historyQuery(listId, month))
  if (data === undefined && isFetching) return <Loading />
  if (data === undefined) {
    return <NotLoaded title={isReachable ? history.notLoaded : history.offline} onRetry={() => void refetch()} />
  }
  const personOf = (userId: number) => people.find(({ memberId }) => memberId === userId)
  const done = [
    ...data.members.map(({ userId, displayName, count }) => ({
      key: `member-${userId}`,
      name: displayName ?? common.someone,
      color: personOf(userId)?.color ?? colorOfId(userId),
      count,
    })),
    ...(data.people ?? []).map(({ personId, name, count }) => ({
      key: `person-${personId}`,
      name,
      color: people.find(({ id }) => id === personId)?.color ?? colorOfId(personId),
      count,
    })),
  ].sort((one, other) => one.name.localeCompare(other.name))
  if (done.length === 0) return <p class="hint">{history.none(formats.monthYear(month))}</p>
  const total = done.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <ul>
        {done.map(({ key, name, color, count }) => (
          <li key={key}>
            <Avatar size="large" person={{ name, color, isEveryone: false }} />
            {history.times(name, count)}
          </li>
        ))}
      </ul>
      <p class="hint">{history.together(total)}</p>
    </>
  )
}

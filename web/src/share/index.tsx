import { useState } from 'preact/hooks'
import { BEGINNING, beginning } from '../calendar/event-dialog/opened'
import { handOver } from '../calendar/handed'
import { queries, refresh, useQuery } from '../data/queries'
import { useZone } from '../data/session'
import type { List } from '../data/types'
import { untilKnown } from '../data/until-known'
import { useText } from '../i18n'
import { listsTexts } from '../i18n/lists'
import { shareTexts, useShareText } from '../i18n/share'
import { needs } from '../lib/needs'
import { dayOf, toWall } from '../lib/tz'
import { addItems } from '../lists/add'
import { addLines } from '../lists/add-shopping'
import { ListMark } from '../lists/list-mark'
import { viewLists } from '../lists/writes/applied'
import { listWrites, useListWrites } from '../lists/writes/queue'
import { currentPlace, navigate, usePlace } from '../router'
import { Button } from '../ui/button'
import { Empty } from '../ui/empty'
import { CalendarDays, ListChecks } from '../ui/icons'
import { Loading } from '../ui/loading'
import { NotLoaded } from '../ui/not-loaded'
import { showToast } from '../ui/toast'
import { keepPicked, lastPicked } from './last-picked'
import { saysWhen } from './says-when'
import { type Shared, sharedOf } from './shared'

needs(() => Promise.all([shareTexts(), listsTexts(), listWrites.open()]))

/** Where something that another application has shared is to go: to a list, or into a new event. */
export default function Share() {
  const texts = useShareText()
  const { calendar } = useText().shell
  const shared = sharedOf(usePlace().query)
  return (
    <main id="main" class="page">
      <header class="page-bar">
        <h1>{texts.title}</h1>
      </header>
      {shared === null ? (
        <Empty icon={<ListChecks aria-hidden="true" />} title={texts.nothing}>
          <a class="button primary" href="/">
            {calendar}
          </a>
        </Empty>
      ) : (
        <Ways shared={shared} />
      )}
    </main>
  )
}

function Ways({ shared }: { shared: Shared }) {
  const texts = useShareText()
  const { title, notes, items } = shared
  const zone = useZone()
  const [isBusy, setBusy] = useState(false)
  const toEvent = async () => {
    const { path } = currentPlace()
    setBusy(true)
    await untilKnown(BEGINNING)
    // Whoever has left meanwhile wants none any more.
    if (currentPlace().path !== path) return
    const day = dayOf(toWall(Date.now(), zone))
    handOver({ ...beginning({ kind: 'new', day }), title, description: notes })
    navigate('/?new', { replace: true })
  }
  const event = (
    <Button class="wide" busy={isBusy} onClick={() => void toEvent()}>
      <CalendarDays aria-hidden="true" />
      {texts.event}
    </Button>
  )
  const isEvent = saysWhen(title, notes)
  return (
    <div class="share">
      <blockquote class="card">
        {items.length === 1 ? (
          <>
            <b>{title}</b>
            {notes && <p>{notes}</p>}
          </>
        ) : (
          <ul>
            {items.map((item, index) => (
              <li key={`${index} ${item}`}>{item}</li>
            ))}
          </ul>
        )}
      </blockquote>
      {isEvent && event}
      <Lists items={items} />
      {!isEvent && event}
      <Button kind="quiet" class="wide" onClick={() => navigate('/', { replace: true })}>
        {texts.cancel}
      </Button>
    </div>
  )
}

function Lists({ items }: { items: readonly string[] }) {
  const texts = useShareText()
  const { data: lists, isFetching } = useQuery(queries.lists)
  const writes = useListWrites()
  const [isBusy, setBusy] = useState(false)
  if (lists === undefined && isFetching) return <Loading />
  if (lists === undefined) return <NotLoaded title={texts.notLoaded} onRetry={() => refresh(queries.lists.queryKey)} />
  const last = lastPicked()
  const view = viewLists(lists, writes).toSorted((a, b) => Number(b.id === last) - Number(a.id === last))
  const add = async ({ id, name, kind }: List) => {
    if (isBusy) return
    const { path } = currentPlace()
    setBusy(true)
    keepPicked(id)
    if (kind === 'shopping') await addLines(id, items.join('\n'))
    else addItems(id, items)
    showToast({ text: texts.added(texts.items(items.length), name) })
    if (currentPlace().path === path) navigate(`/lists/${id}`, { replace: true })
  }
  return (
    <section aria-label={texts.lists}>
      <h2>{texts.lists}</h2>
      {view.length === 0 && <p class="hint">{texts.noLists}</p>}
      {view.map((list) => (
        <Button key={list.id} class="wide" busy={isBusy} onClick={() => void add(list)}>
          <ListMark list={list} />
          {list.name}
        </Button>
      ))}
    </section>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { type PlacedEntry, useCalendar, useOwnKey } from '../calendar/data'
import { setHidden } from '../calendar/hidden'
import { MissingDue } from '../calendar/views/missing-due'
import { useOwnDue } from '../calendar/views/own-due'
import { useZone } from '../data/session'
import { listsTexts } from '../i18n/lists'
import { useWallText, wallTexts } from '../i18n/wall'
import { useNow } from '../lib/clock'
import { useInactive } from '../lib/inactivity'
import { needs } from '../lib/needs'
import { dayOf } from '../lib/tz'
import { useWakeLock } from '../lib/wake-lock'
import { readDueAgain } from '../lists/chores/use-due'
import { listWrites } from '../lists/writes/queue'
import { useUpdateWhen } from '../shell/service-worker'
import { lazyDialog, lazyExtra } from '../ui/lazy'
import { Clock } from './clock'
import { Days } from './days'
import { Night } from './night'
import { BACK_TO_TODAY_MS, useDayCount } from './on-a-wall'
import { usePolling } from './polling'
import { Today } from './today'
import { WallHeader } from './wall-header'
import { WallLists } from './wall-lists'

const EventCard = lazyDialog(() => import('../calendar/event-card/event-card'))
const AccountWatch = lazyExtra(() => import('../forms/account-watch'))

/** Asked for around the days on screen, so that a step ahead is drawn at once. */
const DAYS_ASKED = 14

needs(() => Promise.all([listsTexts(), wallTexts(), listWrites.open()]))

/** The screen on the kitchen wall: large, always awake, always of now. */
export default function Wall() {
  const wall = useWallText()
  const zone = useZone()
  const now = useNow(zone)
  const today = dayOf(now)
  const count = useDayCount()
  const own = useOwnKey()
  const [ahead, setAhead] = useState(0)
  const [opened, setOpened] = useState<PlacedEntry | null>(null)
  const isIdle = useInactive(BACK_TO_TODAY_MS)
  const coming = useCalendar({ first: today, days: DAYS_ASKED })
  const elsewhere = useCalendar({ first: today + ahead, days: DAYS_ASKED })
  const due = useOwnDue(today, true)
  useWakeLock(true)
  useUpdateWhen(isIdle)
  usePolling()

  useEffect(() => {
    if (!isIdle) return
    setAhead(0)
    setOpened(null)
  }, [isIdle])

  return (
    <main id="main" class="wall">
      <h1 class="visually-hidden">{wall.title}</h1>
      <section class="wall-now" aria-label={wall.now}>
        <Clock now={now} data={coming} onOpen={setOpened} />
        <WallLists />
      </section>
      <section class="wall-main" aria-label={wall.days}>
        <WallHeader data={elsewhere} {...{ ahead, count, own }} onFilter={setHidden} onStep={setAhead} />
        <AccountWatch />
        <MissingDue {...due} readAgain={() => void readDueAgain()} />
        {ahead === 0 && <Today data={elsewhere} now={now} due={due} onOpen={setOpened} />}
        <Days data={elsewhere} due={due} {...comingDays(today, ahead, count)} now={now} onOpen={setOpened} />
      </section>
      <Night now={now} />
      {opened && <EventCard entry={opened.item} onClose={() => setOpened(null)} />}
    </main>
  )
}

/** The days beside each other: those that follow, where today stands above them. */
const comingDays = (today: number, ahead: number, count: number) =>
  ahead === 0 ? { first: today + 1, count: count - 1 } : { first: today + ahead, count }

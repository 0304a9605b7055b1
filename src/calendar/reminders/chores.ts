import { and, between, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { assigneesOf } from '../../household/assignees'
import { type Person, readPeople } from '../../household/people'
import type { Context } from '../../platform/context'
import type { Executor } from '../../platform/db/client'
import { listItems, listShares, lists } from '../../platform/db/schema'
import type { PushMessage } from '../../platform/webpush/pusher'
import { parseIsoDate } from '../ical/civil'
import { dayOf, dayStart, type Zone } from '../ical/zone'
import { type Device, readDevices } from './devices'
import { instantOf } from './instant-of'
import { digestOf } from './ledger'
import { fitting, messageUntil, shorten } from './message'
import { TEXTS } from './message-texts'
import { quietUntil } from './quiet-hours'
import type { PlannedDelivery } from './recipients'
import type { Tick } from './tick'
import { isWithin, type TickWindow } from './tick-window'
import { isInTime, type WaitingEntry } from './waiting'

/** Of what is due without a time. */
const MORNING_TIME = '09:00'
const PREFIX = 'item:'

/** An open item of a list, due on a day. */
export interface Chore {
  id: number
  listId: number
  listName: string
  text: string
  due: string
  dueTime: string | null
  /** Whom it concerns: whoever is to do it, who looks after them, or everybody who may read the list. */
  memberIds: readonly number[]
  /** Who is to do it, of those who take turns whoever has it; none: anybody. */
  people: readonly Pick<Person, 'name' | 'memberId'>[]
}

/** Reminders of items of lists that are due in the window, for each device of whom they concern. */
export async function choreDeliveries(ctx: Context, tick: Tick, window: TickWindow): Promise<PlannedDelivery[]> {
  const { household } = tick
  const [first, last] = [window.from, window.to].map((instant) => dayOf(household, new Date(instant)))
  const chores = (await readChores(ctx.db, between(listItems.due, first!, last!)))
    .map((chore) => ({ ...chore, fireAt: fireAtOf(chore, household) }))
    .filter(({ fireAt }) => isWithin(window, fireAt))
  if (chores.length === 0) return []
  const devices = await readDevices(ctx, [...new Set(chores.flatMap(({ memberIds }) => memberIds))])
  const decidedAt = ctx.now().getTime()
  return chores.flatMap((chore) =>
    devices
      .filter(({ memberId }) => chore.memberIds.includes(memberId))
      .map((device) => ({
        device,
        deviceId: device.id,
        digest: digestOf(device.memberId, tagOf(chore)),
        eventId: null,
        which: PREFIX + chore.id,
        occurrenceAt: new Date(chore.due),
        fireAt: chore.fireAt,
        decidedAt,
        heldUntil: quietUntil(chore.fireAt, device.wishes.quietHours, household),
        message: messageOf(chore, device, household),
      }))
      .filter(({ heldUntil }) => heldUntil === null || heldUntil < expiryOf(chore, household)),
  )
}

/** Whether a waiting entry of the ledger is about an item of a list. */
export const isOfChore = ({ which }: Pick<WaitingEntry, 'which'>): boolean => which.startsWith(PREFIX)

/** What is to be said once the wait is over; null: it is done, moved, over, or no concern of the member's any more. */
export async function choreMessage(
  ctx: Context,
  entry: WaitingEntry,
  household: Zone,
): Promise<((now: Date) => PushMessage) | null> {
  const { which, occurrenceAt, device } = entry
  const [chore] = await readChores(ctx.db, eq(listItems.id, Number(which.slice(PREFIX.length))))
  const isDue = chore?.due === occurrenceAt.toISOString().slice(0, 10) && chore.memberIds.includes(device.memberId)
  return isDue && isInTime(entry, expiryOf(chore, household), ctx.now()) ? messageOf(chore, device, household) : null
}

const tagOf = ({ id, due, dueTime }: Chore) => `${PREFIX}${id}:${due}${dueTime ?? ''}`

const fireAtOf = ({ due, dueTime }: Chore, household: Zone) =>
  instantOf(parseIsoDate(due)!, dueTime ?? MORNING_TIME, household)

/** The end of its day. */
const expiryOf = ({ due }: Chore, household: Zone) => dayStart(household, parseIsoDate(due)! + 1).getTime()

function messageOf(chore: Chore, { wishes }: Pick<Device, 'wishes'>, household: Zone): (now: Date) => PushMessage {
  const payload = fitting({
    title: shorten(chore.text),
    body: TEXTS[wishes.language].dueToday(shorten(chore.listName)),
    url: `/lists/${chore.listId}`,
    tag: tagOf(chore),
    time: chore.dueTime,
    place: null,
    // A member knows who is meant.
    people: chore.people.flatMap(({ name, memberId }) => (memberId === null ? shorten(name) : [])),
  })
  return (now) => messageUntil(expiryOf(chore, household), payload, now)
}

/** What is due on a day (`YYYY-MM-DD`), of all lists, by its text. */
export async function readChoresOf(db: Executor, day: string): Promise<Chore[]> {
  const chores = await readChores(db, eq(listItems.due, day))
  return chores.sort((a, b) => (a.text < b.text ? -1 : 1))
}

/** When it is due, epoch milliseconds; without a time where its day begins. */
export const dueAt = ({ due, dueTime }: Chore, household: Zone): number =>
  instantOf(parseIsoDate(due)!, dueTime ?? '00:00', household)

async function readChores(db: Executor, condition: SQL): Promise<Chore[]> {
  const rows = await db
    .select({ item: listItems, listName: lists.name, ownerId: lists.ownerId })
    .from(listItems)
    .innerJoin(lists, eq(lists.id, listItems.listId))
    .where(and(eq(listItems.checked, false), isNotNull(listItems.due), condition))
  if (rows.length === 0) return []
  const listIds = [...new Set(rows.map(({ item }) => item.listId))]
  const everybody = await readPeople({ db })
  const shares = await db.select().from(listShares).where(inArray(listShares.listId, listIds))
  return rows.map(({ item, listName, ownerId }) => {
    const { id, listId, text, due, dueTime, rotates } = item
    const sharees = shares.filter((share) => share.listId === listId).map(({ userId }) => userId)
    const readers = [ownerId, ...sharees]
    const assigned = assigneesOf(item, everybody)
    const people = rotates ? assigned.slice(0, 1) : assigned
    return {
      id,
      listId,
      listName,
      text,
      due: due!,
      dueTime,
      memberIds: concernedBy(people, readers),
      people,
    }
  })
}

/** What somebody is to do whom nobody looks after is for all to see to. */
function concernedBy(people: readonly Person[], readers: readonly number[]): readonly number[] {
  const theirs = people.flatMap(({ memberId, managerIds }) => memberId ?? managerIds)
  const concerned = readers.filter((one) => theirs.includes(one))
  return concerned.length === 0 ? readers : concerned
}

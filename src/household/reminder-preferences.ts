import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { Executor } from '../platform/db/client'
import { members, pushSubscriptions, reminderPreferences, sentReminders } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import type { Language } from '../platform/languages'
import { renameHolidays } from './holiday-names'

/** Of what in the shared calendar: all, what is for me, what is for those I look after. */
export const SHARED_REMINDERS = ['all', 'me', 'children'] as const
export type SharedReminders = (typeof SHARED_REMINDERS)[number]

/** `HH:MM` on the household's clock; an end before the start is on the next day. */
export interface QuietHours {
  start: string
  end: string
}

/** What decides about a member's messages. */
export interface Wishes {
  /** None: nothing of the shared calendar. */
  shared: SharedReminders[]
  quietHours: QuietHours | null
  /** When the morning message comes, `HH:MM` on the household's clock; null: there is none. */
  morning: string | null
  language: Language
}

export interface ReminderPreferences extends Wishes {
  /** Minutes before, for the form of a new event; null: none. */
  defaultTimed: number | null
  defaultAllDay: number | null
}

/** The columns behind `Wishes`, for queries that join both tables; the preferences from the left. */
export const WISH_COLUMNS = {
  language: members.language,
  shared: reminderPreferences.shared,
  quietStart: reminderPreferences.quietStart,
  quietEnd: reminderPreferences.quietEnd,
  morning: reminderPreferences.morning,
}

/** A row of `WISH_COLUMNS`; nulls where the member has no row. */
interface WishRow {
  language: Language
  shared: string | null
  quietStart: string | null
  quietEnd: string | null
  morning: string | null
}

/** What a row says; without one a member hears of the whole shared calendar. */
export function wishesOf({ language, shared, quietStart, quietEnd, morning }: WishRow): Wishes {
  return {
    shared: shared === null ? ['all'] : sharedOf(shared.split(',')),
    quietHours: quietStart === null || quietEnd === null ? null : { start: quietStart, end: quietEnd },
    morning,
    language,
  }
}

/** Known words, each once, in one order. */
const sharedOf = (words: readonly string[]) => SHARED_REMINDERS.filter((word) => words.includes(word))

/** What the member has chosen, and the default where they have not. */
export async function reminderPreferencesOf(
  { db }: Pick<Context, 'db'>,
  memberId: number,
): Promise<ReminderPreferences> {
  const { defaultTimed, defaultAllDay } = reminderPreferences
  const [row = NO_ROW] = await db
    .select({ defaultTimed, defaultAllDay, ...WISH_COLUMNS })
    .from(members)
    .leftJoin(reminderPreferences, eq(reminderPreferences.userId, members.id))
    .where(eq(members.id, memberId))
  return { defaultTimed: row.defaultTimed, defaultAllDay: row.defaultAllDay, ...wishesOf(row) }
}

const NO_ROW = {
  defaultTimed: null,
  defaultAllDay: null,
  language: 'en',
  shared: null,
  quietStart: null,
  quietEnd: null,
  morning: null,
} as const

/** Changes what is given. Of a development user who is nobody's row nothing is kept. */
export async function changeReminderPreferences(
  ctx: Pick<Context, 'db' | 'now' | 'signals'>,
  memberId: number,
  { language, ...change }: Partial<ReminderPreferences>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const [member] = await tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)).for('update')
    if (member === undefined) return
    if (language !== undefined) {
      await tx.update(members).set({ language }).where(eq(members.id, memberId))
      await renameHolidays(ctx, tx, memberId)
    }
    const columns = columnsOf(change)
    if (Object.keys(columns).length === 0) return
    await tx
      .insert(reminderPreferences)
      .values({ userId: memberId, ...columns })
      .onDuplicateKeyUpdate({ set: columns })
    if (change.quietHours !== undefined) await lookAgainAtHeld(tx, memberId, ctx.now())
  })
  if (language !== undefined) ctx.signals.subscriptions()
}

/** The next tick decides how long what quiet hours hold is to wait from now on. */
async function lookAgainAtHeld(tx: Executor, memberId: number, now: Date) {
  const theirs = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, memberId))
  const isHeld = eq(sentReminders.status, 'held')
  await tx
    .update(sentReminders)
    .set({ dueAt: now })
    .where(and(isHeld, inArray(sentReminders.subscriptionId, theirs)))
}

function columnsOf({ shared, quietHours, ...plain }: Omit<Partial<ReminderPreferences>, 'language'>) {
  return {
    ...plain,
    ...(shared !== undefined && { shared: sharedOf(shared).join(',') }),
    ...(quietHours !== undefined && { quietStart: quietHours?.start ?? null, quietEnd: quietHours?.end ?? null }),
  }
}

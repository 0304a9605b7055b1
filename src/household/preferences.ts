import { eq } from 'drizzle-orm'
import type { Context } from '../platform/context'
import type { Executor, Transaction } from '../platform/db/client'
import { type HOUR_CYCLES, memberPreferences, members, type THEMES } from '../platform/db/schema'
import { inTransaction } from '../platform/db/transaction'
import { answerOnce } from '../platform/idempotency'
import type { Language } from '../platform/languages'
import { renameHolidays } from './holiday-names'

/** How a member wants to see the client; null leaves it to the browser. */
export interface Preferences {
  language: Language | null
  theme: (typeof THEMES)[number] | null
  /** 0 (Sunday) to 6. */
  firstWeekday: number | null
  hourCycle: (typeof HOUR_CYCLES)[number] | null
}

const NOTHING_CHOSEN: Preferences = { language: null, theme: null, firstWeekday: null, hourCycle: null }

/** What a member has chosen; null: nothing. */
export async function preferencesOf(db: Executor, memberId: number): Promise<Preferences> {
  const { language, theme, firstWeekday, hourCycle } = memberPreferences
  const [row = NOTHING_CHOSEN] = await db
    .select({ language, theme, firstWeekday, hourCycle })
    .from(memberPreferences)
    .where(eq(memberPreferences.userId, memberId))
  return row
}

/**
 * Changes what is given, and returns all. Of a development user who is nobody's row nothing is kept.
 * @throws Refusal 422 for a key of another request
 */
export async function changePreferences(
  ctx: Context,
  memberId: number,
  change: Partial<Preferences>,
  key: string | null,
): Promise<Preferences> {
  const changed = await inTransaction(ctx.db, async (tx) => {
    const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for('update')
    if (member === undefined) return NOTHING_CHOSEN
    const write = async () => {
      const before = await preferencesOf(tx, memberId)
      await tx
        .insert(memberPreferences)
        .values({ userId: memberId, ...change })
        .onDuplicateKeyUpdate({ set: change })
      await speakAlike(tx, member, before, change)
      if (change.language !== undefined) await renameHolidays(ctx, tx, memberId)
      return { ...before, ...change }
    }
    return answerOnce(ctx, tx, { memberId, key, parts: ['preferences', change] }, write)
  })
  if (change.language !== undefined) ctx.signals.subscriptions()
  return changed
}

/** Messages change their language with the screens, unless they were made to speak another one. */
async function speakAlike(
  tx: Transaction,
  { id, language: spoken }: { id: number; language: Language },
  before: Preferences,
  { language }: Partial<Preferences>,
): Promise<void> {
  if (language == null || (before.language !== null && before.language !== spoken)) return
  await tx.update(members).set({ language }).where(eq(members.id, id))
}

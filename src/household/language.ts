import { eq } from 'drizzle-orm'
import type { Context } from '../platform/context'
import { members } from '../platform/db/schema'
import type { Language } from '../platform/languages'

type Data = Pick<Context, 'db'>

/** The language of a member's notifications; English without such a member. */
export async function languageOf({ db }: Data, memberId: number): Promise<Language> {
  const [row] = await db.select({ language: members.language }).from(members).where(eq(members.id, memberId))
  return row?.language ?? 'en'
}

export async function setLanguage({ db }: Data, memberId: number, language: Language): Promise<void> {
  await db.update(members).set({ language }).where(eq(members.id, memberId))
}

import { eq } from 'drizzle-orm'
import { preferencesOf } from '../../household/preferences'
import { householdZone } from '../../household/settings'
import type { Context } from '../../platform/context'
import { open, SealError } from '../../platform/crypto/seal'
import { members } from '../../platform/db/schema'
import type { Language } from '../../platform/languages'
import type { HolidayChoice } from '../holidays'
import { holidaysCalendarApart } from '../holidays/apart'
import { dayOf } from '../ical/zone'
import { FeedError } from './error'
import { type Fetched, type FetchOptions, fetchFeed } from './fetch'
import type { SubscriptionRow } from './lease'

/** Years of public holidays before and after the present one. */
const YEARS_BEFORE = 1
const YEARS_AFTER = 5

/** What a subscription holds now, from its feed or from the tables of public holidays. @throws FeedError */
export async function answerOf(ctx: Context, subscription: SubscriptionRow, options: FetchOptions): Promise<Fetched> {
  const { userId, sealedUrl, etag, lastModified } = subscription
  if (sealedUrl !== null)
    return fetchFeed(ctx, new URL(opened(ctx, sealedUrl, userId)), { etag, lastModified }, options)
  const { country, region } = subscription
  const bytes = await holidaysOf(ctx, userId, { country: country ?? '', region })
  return { bytes, charset: null, etag: null, lastModified: null }
}

function opened({ config }: Context, sealedUrl: string, memberId: number): string {
  try {
    return open(sealedUrl, config.encryptionKey, memberId)
  } catch (error) {
    throw error instanceof SealError ? new FeedError('sealed') : error
  }
}

/** The public holidays of the years around this one, in the member's language. @throws FeedError not-calendar */
export async function holidaysOf(ctx: Context, memberId: number, choice: HolidayChoice): Promise<Uint8Array> {
  const year = Number(dayOf(await householdZone(ctx), ctx.now()).slice(0, 4))
  const years = { from: year - YEARS_BEFORE, to: year + YEARS_AFTER }
  const language = await languageOf(ctx, memberId)
  try {
    return Buffer.from(await holidaysCalendarApart(choice, years, language), 'utf8')
  } catch (error) {
    throw error instanceof RangeError ? new FeedError('not-calendar') : error
  }
}

async function languageOf({ db }: Context, memberId: number): Promise<Language> {
  const { language } = await preferencesOf(db, memberId)
  if (language !== null) return language
  const [member] = await db.select({ language: members.language }).from(members).where(eq(members.id, memberId))
  return member?.language ?? 'en'
}

import { feedUrl, isForbidden } from '../../calendar/feeds/address'
import { type HolidayChoice, isHolidayChoice } from '../../calendar/holidays'
import type { Context } from '../../platform/context'
import { badRequest, Refusal } from '../../platform/http-errors'
import type { Source } from './model'

/** What is subscribed to: a feed, or public holidays. */
export type CheckedSource = { url: URL; choice: null } | { url: null; choice: HolidayChoice }

/** @throws Refusal 400, 422 for an address that cannot be reached for certain */
export function checkedSource(ctx: Pick<Context, 'config'>, { url, holidays }: Source): CheckedSource {
  if ((url === undefined) === (holidays === undefined)) throw badRequest('Give url or holidays, exactly one')
  if (url !== undefined) return { url: checkedUrl(ctx, url), choice: null }
  const choice = { country: holidays!.country.toUpperCase(), region: holidays!.region ?? null }
  if (!isHolidayChoice(choice)) throw badRequest('holidays: expected a country and a region of GET /api/holidays')
  return { url: null, choice }
}

/** @throws Refusal 400, 422 */
export function checkedUrl({ config }: Pick<Context, 'config'>, text: string): URL {
  const url = feedUrl(text, config)
  if (url === null) throw badRequest('url: expected an http, https or webcal address')
  if (isForbidden(url, config)) throw new Refusal(422, 'url: expected a public address')
  return url
}

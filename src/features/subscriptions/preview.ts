import { FeedError } from '../../calendar/feeds/error'
import { readPreview } from '../../calendar/feeds/preview'
import type { Context } from '../../platform/context'
import { Refusal } from '../../platform/http-errors'
import type { Preview, Source } from './model'
import { checkedSource } from './source'

/** What a subscription would hold. @throws Refusal 400, 422 when it cannot be read */
export async function previewSource(ctx: Context, memberId: number, body: Source): Promise<Preview> {
  try {
    return await readPreview(ctx, memberId, checkedSource(ctx, body))
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    throw new Refusal(422, error.message)
  }
}

import { Elysia, t } from 'elysia'
import { mutexOf } from '../../calendar/sync/keyed-mutex'
import type { WindowReader } from '../../calendar/window/reader'
import { session } from '../../identity/guards'
import type { Context } from '../../platform/context'
import { answers, answersEither } from '../../platform/http-answers'
import { addressOf } from '../../platform/http-client-address'
import { isKnown } from '../../platform/http-etag'
import { unsentBody } from '../../platform/http-head'
import { ID, IdPath } from '../../platform/http-schema'
import { byteStream } from '../../platform/http-stream'
import { idempotency } from '../../platform/idempotency'
import { linkTo } from '../shared/link'
import { createAddresses } from './address'
import { readCalendar } from './calendar'
import { readDays } from './days'
import { FEED_DAYS, FEEDS, FilePath, NEW_FEED, NewFeedBody } from './model'
import { contentsOf, type FeedContents } from './read'
import { createFeed, readFeeds, revokeFeed } from './service'
import { versionOf } from './version'

const PREFIX = '/api/feeds'
const encoder = new TextEncoder()

/** Calendars and lists at a secret address, for whatever reads iCalendar or JSON. */
export const feeds = (ctx: Context, window: WindowReader) =>
  new Elysia({ name: 'feeds' }).use(own(ctx)).use(published(ctx, window))

const own = (ctx: Context) =>
  new Elysia({ prefix: PREFIX })
    .use(session(ctx))
    .use(idempotency())
    .get('', async ({ memberId }) => ({ feeds: await readFeeds(ctx, memberId) }), {
      detail: answers(200, FEEDS, 'Own feeds, the oldest first'),
    })
    .post(
      '',
      async ({ memberId, body, idempotencyKey, request, status }) => {
        const { feed, token } = await createFeed(ctx, memberId, body, idempotencyKey)
        return status(201, { ...feed, token, url: await linkTo(ctx, request, `${PREFIX}/${token}.ics`) })
      },
      {
        isIdempotent: true,
        body: NewFeedBody,
        detail: answers(201, NEW_FEED, 'A feed at a secret address; takes an Idempotency-Key', 400, 404, 422),
      },
    )
    .delete('/:id', ({ memberId, params: { id }, idempotencyKey }) => revokeFeed(ctx, memberId, id, idempotencyKey), {
      isIdempotent: true,
      params: IdPath,
      detail: answers(200, ID, 'Revokes a feed: its address is dead at once; takes an Idempotency-Key', 400, 404, 422),
    })

const published = (ctx: Context, window: WindowReader) => {
  const addresses = createAddresses(ctx)
  const write = createWriter(ctx)
  return new Elysia({ prefix: PREFIX }).get(
    '/:file',
    async ({ params, request, server, set }) => {
      const { feed, format } = await addresses.find(params.file, addressOf(ctx, request, server))
      const contents = await contentsOf(ctx, feed)
      if (format === 'json') return readDays(ctx, window, contents)
      const etag = await versionOf(ctx, contents)
      const headers = { etag, 'cache-control': 'private, no-cache', 'content-type': 'text/calendar; charset=utf-8' }
      Object.assign(set.headers, headers)
      if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
      if (request.method === 'HEAD') return new Response(unsentBody(), { headers })
      const pieces = await write(etag, contents)
      return new Response(byteStream(pieces.values().map((piece) => encoder.encode(piece))), { headers })
    },
    { params: FilePath, detail: FILE_ANSWERS },
  )
}

/**
 * Writes the feeds of one member one after another, so that big ones do not add up and hold up nobody else; who asks for
 * the same at the same time gets the same.
 */
function createWriter(ctx: Context) {
  const underWay = new Map<string, Promise<string[]>>()
  return (etag: string, contents: FeedContents): Promise<string[]> =>
    underWay.getOrInsertComputed(`${contents.feed.id} ${etag}`, (name) =>
      mutexOf(ctx)
        .run(`feeds of ${contents.feed.memberId}`, () => readCalendar(ctx, contents))
        .finally(() => underWay.delete(name)),
    )
}

const FORMATS = { 'application/json': FEED_DAYS, 'text/calendar': t.String() }
const SAYS = 'What a feed holds: a calendar from 90 days ago on, or today and tomorrow'
const FILE_ANSWERS = answersEither(FORMATS, SAYS, 400, 404, 429, 503)

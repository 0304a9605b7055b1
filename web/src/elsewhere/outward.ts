import type { CreatedFeed, Feed, NewFeed } from '../../../src/features/feeds/model'
import type { CreatedToken, NewToken, Token } from '../../../src/features/tokens/model'
import { create } from '../data/create'
import { request } from '../data/http'
import { type Query, refreshAfter } from '../data/queries'
import { remove } from '../data/remove'

export type { CreatedFeed, CreatedToken, NewFeed, NewToken }

const FEEDS = '/api/feeds'
const TOKENS = '/api/me/tokens'

/** Secret addresses that the member has made. */
export const feedsQuery: Query<Feed[]> = {
  queryKey: ['feeds'],
  queryFn: async () => (await request<{ feeds: Feed[] }>('GET', FEEDS)).feeds,
  staleTime: 0,
}

/** Keys of programs. */
export const tokensQuery: Query<Token[]> = {
  queryKey: ['tokens'],
  queryFn: async () => (await request<{ tokens: Token[] }>('GET', TOKENS)).tokens,
  staleTime: 0,
}

/** @throws ApiError */
export const makeFeed = (body: NewFeed) => refreshAfter(create<CreatedFeed>(FEEDS, body), feedsQuery)

/** @throws ApiError */
export const makeToken = (body: NewToken) => refreshAfter(create<CreatedToken>(TOKENS, body), tokensQuery)

/** @throws ApiError */
export const removeFeed = (id: number) => removed(FEEDS, id, feedsQuery)

/** @throws ApiError */
export const removeToken = (id: number) => removed(TOKENS, id, tokensQuery)

/** Where it is gone already, what is drawn is old. */
const removed = (path: string, id: number, query: Query<unknown>): Promise<void> =>
  refreshAfter(remove(`${path}/${id}`), query)

import type {
  NewSubscription,
  Preview,
  Subscription,
  SubscriptionChange,
} from '../../../src/features/subscriptions/model'
import { create } from '../data/create'
import { request } from '../data/http'
import { ownCalendars } from '../data/own-calendars'
import { type Query, queries, queryClient, refreshAfter } from '../data/queries'
import { remove } from '../data/remove'

export type { NewSubscription, Preview, Subscription, SubscriptionChange }

/** A country by its ISO 3166-1 code, and one of its regions. */
export type HolidayChoice = NonNullable<Subscription['holidays']>

const PATH = '/api/subscriptions'

export const subscriptionsQuery: Query<Subscription[]> = {
  queryKey: ['subscriptions'],
  queryFn: async () => (await request<{ subscriptions: Subscription[] }>('GET', PATH)).subscriptions,
  staleTime: 0,
}

/** @throws ApiError */
export async function subscribe(body: NewSubscription): Promise<void> {
  const made = await told(create<Subscription>(PATH, body))
  keep((before) => [...before.filter(({ id }) => id !== made.id), made])
}

/** @throws ApiError */
export async function changeSubscription(id: number, body: SubscriptionChange): Promise<void> {
  const changed = await told(request<Subscription>('PATCH', `${PATH}/${id}`, { body }))
  keep((before) => before.map((one) => (one.id === id ? changed : one)))
}

/** @throws ApiError */
export async function unsubscribe(id: number): Promise<void> {
  await told(remove(`${PATH}/${id}`))
  keep((before) => before.filter((one) => one.id !== id))
}

/** Has it read now. @throws ApiError */
export const readNow = (id: number) => told(request<{ ok: true }>('POST', `${PATH}/${id}/refresh`))

/** What is known already is drawn before it is asked for anew. */
const keep = (change: (before: Subscription[]) => Subscription[]) =>
  queryClient.setQueryData<Subscription[]>(subscriptionsQuery.queryKey, (before) => before && change(before))

/** @throws ApiError 422 when it cannot be read */
export const previewOf = (url: string, signal: AbortSignal) =>
  request<Preview>('POST', `${PATH}/preview`, { body: { url }, signal })

/** What is drawn of them is asked for anew. */
const told = <T>(answer: Promise<T>): Promise<T> =>
  refreshAfter(answer, subscriptionsQuery, ownCalendars, queries.events, queries.freshness)

import { Elysia } from 'elysia'
import { FairQueue, type Release } from './fair-queue'

const TOO_MANY = { error: 'Too many requests at once. Try again in a second.' }

/**
 * Serves senders side by side: whoever sends more than is served keeps nobody else waiting, and is refused (429) when a
 * thousand of their requests wait.
 *
 * @param senderOf who sends a request, without asking the database; null: it is served at once
 */
export const fairQueue = (senderOf: (request: Request) => string | null, queue = new FairQueue()) => {
  const begun = new WeakMap<Request, Release>()
  return new Elysia({ name: 'fair-queue' })
    .onRequest(async ({ request, set, status }) => {
      const sender = senderOf(request)
      if (sender === null) return
      const release = await queue.begin(sender)
      if (release !== null) {
        begun.set(request, release)
        return
      }
      set.headers['retry-after'] = '1'
      return status(429, TOO_MANY)
    })
    .onAfterResponse(({ request }) => begun.get(request)?.())
    .as('global')
}

import { Elysia } from 'elysia'

const MAX_BODY_BYTES = 1024 * 1024
/** Slightly above the limit, for chunked bodies that announce no length: Bun cuts those off itself. */
export const SERVER_MAX_BODY_BYTES = MAX_BODY_BYTES + 1024

/** Refuses a body over 1 MiB before it is read. */
export const limits = () =>
  new Elysia({ name: 'limits' })
    .onRequest(({ request, status }) => {
      const length = Number(request.headers.get('content-length') ?? 0)
      if (length > MAX_BODY_BYTES) return status(413, { error: 'The request body is larger than 1 MiB' })
    })
    .as('global')

import { Elysia } from 'elysia'

export const MAX_BODY_BYTES = 1024 * 1024
/** Of a calendar file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Slightly above the limit, for chunked bodies that announce no length: Bun cuts those off itself. */
export const SERVER_MAX_BODY_BYTES = MAX_FILE_BYTES + 1024

export const TOO_LARGE = {
  body: 'The request body is larger than 1 MiB',
  file: 'The file is larger than 20 MiB',
} as const

/**
 * Refuses a body over 1 MiB before it is read, over 20 MiB on the paths that take files. Bodies that announce no length
 * are counted while they are read.
 */
export const limits = (filePaths: ReadonlySet<string>) =>
  new Elysia({ name: 'limits' })
    .onRequest(({ request, status }) => {
      const length = Number(request.headers.get('content-length') ?? 0)
      if (length <= MAX_BODY_BYTES) return
      const takesFile = filePaths.has(new URL(request.url).pathname)
      if (!takesFile) return status(413, { error: TOO_LARGE.body })
      if (length > MAX_FILE_BYTES) return status(413, { error: TOO_LARGE.file })
    })
    .as('global')

import { Elysia } from 'elysia'
import { MAX_FILE_BYTES } from './limits'

export const MAX_BODY_BYTES = 1024 * 1024
/**
 * What Bun refuses by itself: nothing, since its answer says nothing and has none of our headers. It takes in no more of a
 * body than is read of it, and lets what nobody reads go by.
 */
export const SERVER_MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER

export const TOO_LARGE = {
  body: 'The request body is larger than 1 MiB',
  file: 'The file is larger than 20 MiB',
} as const

/**
 * Refuses a body over 1 MiB before it is read, over 20 MiB on the paths that take files. Bodies that announce no length
 * are counted while they are read: by whatever reads one, since the server has no limit for them.
 */
export const limits = (filePaths: ReadonlySet<string>) =>
  new Elysia({ name: 'limits' })
    .onRequest(({ request, status }) => {
      const length = Number(request.headers.get('content-length') ?? 0)
      if (length <= MAX_BODY_BYTES) return
      const takesFile = filePaths.has(pathOf(request))
      if (!takesFile) return status(413, { error: TOO_LARGE.body })
      if (length > MAX_FILE_BYTES) return status(413, { error: TOO_LARGE.file })
    })
    .as('global')

/** The address itself need not be a URL: it begins with whatever Host header came. */
const pathOf = ({ url }: Request) => /:\/\/[^/]*([^?]*)/.exec(url)?.[1] ?? ''

import { resolve } from 'node:path'
import { Elysia } from 'elysia'
import { HIDDEN } from '../../platform/http-answers'
import { notFound } from '../../platform/http-errors'
import { type DeliveredFile, etagOf, findFile } from './files'

export { keepAssets } from './kept-assets'

const FOREVER = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

const unknownRoute = () => {
  throw notFound()
}

interface ClientOptions {
  /** The folder with the assets of other versions, see `keepAssets`; null: there is none. */
  keptFolder: string | null
  /** Whether a request carries nothing that could tell who sent it. */
  isStranger(request: Request): boolean
}

/**
 * Static delivery of the web client; mounted last. An existing file answers at its path, any other path gets the
 * index document, but a missing asset is 404: a page of HTML in place of a script would break a client after a deploy.
 */
export const client = (folder: string, { keptFolder, isStranger }: ClientOptions) => {
  const root = resolve(folder)
  const keptRoot = keptFolder === null ? null : resolve(keptFolder)
  return (
    new Elysia({ name: 'client' })
      // Both forms: for GET the wildcard below would win over `all`.
      .get('/api', unknownRoute, { detail: HIDDEN })
      .all('/api', unknownRoute, { detail: HIDDEN })
      .get('/api/*', unknownRoute, { detail: HIDDEN })
      .all('/api/*', unknownRoute, { detail: HIDDEN })
      .get(
        '/*',
        async ({ path, request }) => {
          const exact = await findFile(root, path)
          if (exact !== null && path !== '/index.html') return deliver(root, path, exact, request)
          if (path.startsWith('/assets/')) {
            const kept = keptRoot === null ? null : await findFile(keptRoot, path)
            if (keptRoot === null || kept === null) throw notFound()
            return deliver(keptRoot, path, kept, request)
          }
          const index = await findFile(root, '/index.html')
          if (index === null) throw notFound()
          return greeted(await deliver(root, '/index.html', index, request), isStranger(request))
        },
        { detail: HIDDEN },
      )
      // Without a route Elysia would answer 200 with nothing: what maps responses sees its refusal as none.
      .all('/*', unknownRoute, { detail: HIDDEN })
  )
}

/**
 * Tells the page whether anybody is signed in, so that it need not ask first. In a header, since the document is the same
 * for everyone, and one that scripts of the page can read.
 */
function greeted(page: Response, isStranger: boolean): Response {
  page.headers.set('server-timing', isStranger ? 'stranger' : 'member')
  page.headers.append('vary', 'cookie')
  return page
}

async function deliver(root: string, path: string, file: DeliveredFile, request: Request): Promise<Response> {
  const etag = etagOf(file)
  const headers: Record<string, string> = {
    etag,
    'cache-control': path.startsWith('/assets/') ? FOREVER : REVALIDATE,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  headers['content-type'] = Bun.file(file.path).type
  const accepted = request.headers.get('accept-encoding') ?? ''
  for (const { name, extension } of ENCODINGS) {
    if (!new RegExp(`\\b${name}\\b`).test(accepted)) continue
    const compressed = await findFile(root, path + extension)
    if (compressed === null || compressed.modifiedMs < file.modifiedMs) continue
    headers['content-encoding'] = name
    return new Response(Bun.file(compressed.path), { headers })
  }
  return new Response(Bun.file(file.path), { headers })
}

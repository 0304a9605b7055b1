import { Elysia } from 'elysia'

/** Below this the headers of compression cost more than it saves. */
const WORTH_COMPRESSING_BYTES = 1024
/** Level 1 saves nearly as much of JSON as 6 and takes a third of the time. */
const LEVEL = 1

/** Compresses JSON answers for clients that accept gzip; files and streams are `Response`s and pass untouched. */
export const compressJson = () =>
  new Elysia({ name: 'compress-json' })
    .mapResponse(({ responseValue, request, set }) => {
      if (!isPlainJson(responseValue) || !/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return
      const text = JSON.stringify(responseValue)
      if (text.length < WORTH_COMPRESSING_BYTES) return
      set.headers['content-encoding'] = 'gzip'
      set.headers['content-type'] = 'application/json'
      set.headers.vary = 'accept-encoding'
      return new Response(Bun.gzipSync(text, { level: LEVEL }))
    })
    .as('global')

function isPlainJson(value: unknown): boolean {
  if (Array.isArray(value)) return true
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

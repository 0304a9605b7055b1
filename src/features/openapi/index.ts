import { type AnyElysia, Elysia, t } from 'elysia'
import { answers, answersText, HIDDEN } from '../../platform/http-answers'
import { SWAGGER_FOLDER } from '../../platform/installation'
import type { documentOf } from './document'

const PAGE = '/api/openapi'
const open = { additionalProperties: true }
const DOCUMENT = t.Object({ openapi: t.String(), paths: t.Object({}, open) }, open)

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

/** The reader is started by a script of its own: the policy below allows none in the page. */
const START = `SwaggerUIBundle({ url: '${PAGE}/json', dom_id: '#reader', deepLinking: true, validatorUrl: null })`

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Corkboard: the interface</title>
<link rel="stylesheet" href="${PAGE}/swagger-ui.css">
<div id="reader"></div>
<script src="${PAGE}/swagger-ui-bundle.js"></script>
<script src="${PAGE}/start.js"></script>
</html>`

/** Swagger UI writes style attributes and draws its icons from data URLs. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/**
 * The interface described by itself: a page to read and try it, and the document behind it, all from this machine.
 * `app` is asked when the document is wanted for the first time, when every route is there.
 */
export const openapi = (app: () => AnyElysia) => {
  let document: Promise<ReturnType<typeof documentOf>> | null = null
  const plugin = new Elysia({ name: 'openapi' })
    .get(
      `${PAGE}/json`,
      async (): Promise<object> => {
        // Loaded by the first who asks: a start does not wait for it.
        document ??= import('./document').then(({ documentOf }) => documentOf(app()))
        return document
      },
      { detail: answers(200, DOCUMENT, 'This description') },
    )
    .get(
      PAGE,
      ({ set }) => {
        set.headers['content-security-policy'] = POLICY
        set.headers['content-type'] = 'text/html; charset=utf-8'
        return HTML
      },
      { detail: answersText('text/html', 'This description as a page') },
    )
    .get(
      `${PAGE}/start.js`,
      ({ set }) => {
        set.headers['content-type'] = 'text/javascript; charset=utf-8'
        return START
      },
      { detail: HIDDEN },
    )
  for (const file of FILES)
    plugin.get(`${PAGE}/${file}`, () => new Response(Bun.file(`${SWAGGER_FOLDER}/${file}`)), { detail: HIDDEN })
  return plugin
}

import { openapi as describeRoutes } from '@elysiajs/openapi'
import { Elysia } from 'elysia'
import swaggerUi from 'swagger-ui-dist'
import packageJson from '../../../package.json'

const PAGE = '/api/openapi'
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const

/** The reader lives in its own script: the policy below allows none in the page. */
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

/** The interface described by itself: a page to read and try it, and the document behind it. All from this machine. */
export const openapi = () => {
  const folder = swaggerUi.getAbsoluteFSPath()
  const page = new Elysia({ name: 'openapi', detail: { hide: true } })
    .use(
      describeRoutes({
        provider: null,
        path: PAGE,
        specPath: `${PAGE}/json`,
        exclude: { paths: [/\*/, '/api', PAGE] },
        documentation: {
          info: {
            title: packageJson.name,
            version: packageJson.version,
            description:
              'Sessions are cookies: `local-session` after `POST /api/auth/local/login`, `oidc-auth` after a sign-in at ' +
              'the identity provider. Every error is `{ "error": string }`.',
          },
        },
      }),
    )
    .get(PAGE, ({ set }) => {
      set.headers['content-security-policy'] = POLICY
      set.headers['content-type'] = 'text/html; charset=utf-8'
      return HTML
    })
    .get(`${PAGE}/start.js`, ({ set }) => {
      set.headers['content-type'] = 'text/javascript; charset=utf-8'
      return START
    })
  for (const file of FILES) page.get(`${PAGE}/${file}`, () => new Response(Bun.file(`${folder}/${file}`)))
  return page
}

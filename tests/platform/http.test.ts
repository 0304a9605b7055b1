import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'bun'
import { ask, type Cast, seatCast } from '../support/cast'
import { type Household, openHousehold } from '../support/household'
import { servers } from '../support/servers'

let household: Household
let cast: Cast
beforeAll(async () => {
  const folder = await servers.folder('public')
  const publicFolder = join(folder, 'public')
  await mkdir(join(publicFolder, 'assets'), { recursive: true })
  await mkdir(join(publicFolder, '.well-known'))
  await writeFile(join(publicFolder, 'index.html'), '<!doctype html><title>Corkboard</title>')
  await writeFile(join(publicFolder, 'sw.js'), 'self.addEventListener')
  await writeFile(join(publicFolder, 'assets/main-abc.js'), 'main()')
  await writeFile(join(publicFolder, 'assets/main-abc.js.gz'), Bun.gzipSync('main()'))
  await writeFile(join(publicFolder, 'health'), 'not the route')
  await writeFile(join(publicFolder, 'Grüße.txt'), 'hello')
  await writeFile(join(publicFolder, '.well-known/security.txt'), 'Contact:')
  await writeFile(join(publicFolder, '.env'), 'SECRET=1')
  await writeFile(join(folder, 'outside.txt'), 'outside')
  await symlink(join(folder, 'outside.txt'), join(publicFolder, 'link.txt'))
  household = await openHousehold({ publicFolder })
  cast = await seatCast(household.ctx)
})
afterAll(() => household.close())

describe('paths nobody claims', () => {
  test.each(['GET /api/nope', 'POST /api/nope', 'GET /api', 'DELETE /api/lists/1/nope/2', 'PUT /api/lists'])(
    '%s is 404 in JSON',
    async (request) => {
      const { status, body } = await ask(household, null, request)
      expect(status).toBe(404)
      expect(body).toEqual({ error: 'Not found' })
    },
  )
})

describe('an address of few letters, as machines at home have, is one like any other', () => {
  test.each(['nas', 'pi', 'a', 'nas:3000'])('%s', async (host) => {
    const get = async (path: string) => {
      const answer = await household.app.handle(new Request(`http://${host}${path}`))
      return [answer.status, await answer.text()]
    }
    expect(await get('/sw.js')).toEqual([200, 'self.addEventListener'])
    expect(await get('/assets/main-abc.js')).toEqual([200, 'main()'])
    expect(await get('/api/nope')).toEqual([404, '{"error":"Not found"}'])
  })
})

describe('the client’s paths are read, never written', () => {
  test.each(['POST /', 'PUT /', 'POST /health', 'POST /lists/7', 'DELETE /sw.js', 'PATCH /callback', 'OPTIONS /x'])(
    '%s is 404 in JSON',
    async (request) => {
      const { status, body } = await ask(household, null, request)
      expect({ status, body }).toEqual({ status: 404, body: { error: 'Not found' } })
    },
  )

  test('what may be read may be asked after', async () => {
    const { status, headers } = await ask(household, null, 'HEAD /lists/7')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/html')
  })
})

describe('the client', () => {
  const paths: [string, number, string][] = [
    ['/', 200, 'Corkboard'],
    ['/lists/7', 200, 'Corkboard'],
    ['/sw.js', 200, 'self.addEventListener'],
    ['/assets/main-abc.js', 200, 'main()'],
    ['/assets/main-old.js', 404, 'Not found'],
    ['/Gr%C3%BC%C3%9Fe.txt', 200, 'hello'],
    ['/.well-known/security.txt', 200, 'Contact:'],
    ['/.env', 200, 'Corkboard'],
    ['/%2e%2e/outside.txt', 200, 'Corkboard'],
    ['/..%2foutside.txt', 200, 'Corkboard'],
    ['/link.txt', 200, 'Corkboard'],
    ['/%00', 200, 'Corkboard'],
    ['/%zz', 200, 'Corkboard'],
  ]
  test.each(paths)('%s', async (path, status, content) => {
    const answer = await ask<unknown>(household, null, `GET ${path}`)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(content)
  })

  test('never stands in front of a route', async () => {
    const { body } = await ask(household, null, 'GET /health')
    expect(body).toEqual({ ok: true, db: 'up' })
  })

  test('lets hashed assets be kept for ever and everything else be asked for again', async () => {
    const cacheControl = async (path: string) =>
      (await ask(household, null, `GET ${path}`)).headers.get('cache-control')
    expect(await cacheControl('/assets/main-abc.js')).toContain('immutable')
    for (const path of ['/', '/sw.js', '/lists']) expect(await cacheControl(path)).toBe('no-cache')
  })

  test('tells its page whether somebody is signed in, and nothing else', async () => {
    const greeting = async (as: Cast['ada'] | null, path: string) =>
      (await ask(household, as, `GET ${path}`)).headers.get('server-timing')
    for (const path of ['/', '/lists/7', '/index.html']) {
      expect(await greeting(null, path)).toBe('stranger')
      expect(await greeting(cast.ada, path)).toBe('member')
    }
    expect(await greeting(null, '/sw.js')).toBeNull()
    expect((await ask(household, null, 'GET /')).headers.get('vary')).toContain('cookie')
  })

  test('is not sent again when it has not changed', async () => {
    const etag = (await ask(household, null, 'GET /sw.js')).headers.get('etag') ?? ''
    const again = await ask(household, null, 'GET /sw.js', undefined, { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('is sent compressed when that was prepared', async () => {
    const { headers } = await ask(household, null, 'GET /assets/main-abc.js', undefined, { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('vary')).toBe('accept-encoding')
  })
})

describe('every answer', () => {
  test.each(['GET /', 'GET /api/nope', 'GET /api/lists', 'GET /health'])('%s carries its headers', async (request) => {
    const { headers } = await ask(household, null, request)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/)
    expect(headers.has('strict-transport-security')).toBe(false)
  })

  const notKept = [
    'GET /api/me',
    'GET /api/lists',
    'POST /api/lists',
    'GET /api/nope',
    'GET /api/openapi',
    'GET /health',
  ]
  test.each([...notKept, 'GET /api/openapi/swagger-ui.css', 'GET /callback', 'POST /anything', 'GET /assets/gone.js'])(
    '%s is kept by nobody',
    async (request) => {
      for (const who of [null, cast.ada]) {
        expect((await ask(household, who, request)).headers.get('cache-control')).toBe('no-store')
      }
    },
  )

  test('too large, from another site or compressed: kept by nobody, too', async () => {
    const large = await ask(household, cast.ada, 'POST /api/lists', '{}', { 'content-length': String(2 ** 21) })
    const foreign = await ask(household, cast.ada, 'POST /api/lists', '{}', { 'sec-fetch-site': 'cross-site' })
    const gzip = { headers: { 'accept-encoding': 'gzip' } }
    const compressed = await household.app.handle(new Request('http://localhost/api/openapi/json', gzip))
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    for (const { headers } of [large, foreign, compressed]) expect(headers.get('cache-control')).toBe('no-store')
  })

  test('promises https behind https in production', async () => {
    const production = await openHousehold({ env: { NODE_ENV: 'production' } })
    const https = await ask(production, null, 'GET /health', undefined, { 'x-forwarded-proto': 'https' })
    expect(https.headers.get('strict-transport-security')).toContain('max-age')
    await production.close()
  })

  test('is compressed when it is long and the client can read it', async () => {
    for (let n = 0; n < 30; n++) await ask(household, cast.ada, 'POST /api/lists', { name: `A list of things ${n}` })
    const plain = await ask(household, cast.ada, 'GET /api/lists')
    const response = await household.app.handle(
      new Request('http://localhost/api/lists', {
        headers: { cookie: cast.ada.cookie, 'accept-encoding': 'gzip, br' },
      }),
    )
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(JSON.parse(new TextDecoder().decode(gunzipSync(bytes)))).toEqual(plain.body)
  })
})

describe('requests', () => {
  test('over 1 MiB are refused before they are read', async () => {
    const { status, body } = await ask(household, cast.ada, 'POST /api/lists', 'x'.repeat(1024 * 1024 + 1), {
      'content-length': String(1024 * 1024 + 1),
    })
    expect(status).toBe(413)
    expect(body).toEqual({ error: 'The request body is larger than 1 MiB' })
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'with a body of type %s are refused',
    async (type) => {
      const { status } = await ask(household, cast.ada, 'POST /api/lists', 'name=x', { 'content-type': type })
      expect(status).toBe(400)
    },
  )

  test.each(['Application/JSON', 'APPLICATION/JSON; Charset=UTF-8', ' application/json'])(
    'with JSON under the name %j are read',
    async (type) => {
      const { status, body } = await ask(
        household,
        cast.ada,
        'POST /api/lists',
        { name: type },
        { 'content-type': type },
      )
      expect({ status, name: body.name }).toEqual({ status: 201, name: type.trim() })
    },
  )

  test.each(['Application/JSON', 'application/json'])(
    'with broken JSON under the name %j are refused',
    async (type) => {
      const { status, body } = await ask(household, cast.ada, 'POST /api/lists', '{"name":', { 'content-type': type })
      expect({ status, body }).toEqual({ status: 400, body: { error: 'Invalid request' } })
    },
  )

  test.each([true, false])(
    'with letters that are no UTF-8 are refused, their length announced: %p',
    async (isAnnounced) => {
      const bytes = Buffer.from('{"name":"Müller"}', 'latin1')
      const headers = {
        cookie: cast.ada.cookie,
        'content-type': 'application/json',
        ...(isAnnounced && { 'content-length': String(bytes.length) }),
      }
      const request = new Request('http://localhost/api/lists', { method: 'POST', headers, body: bytes })
      const response = await household.app.handle(request)
      expect({ status: response.status, body: (await response.json()) as object }).toEqual({
        status: 400,
        body: { error: 'Invalid request' },
      })
    },
  )

  test.each(['cross-site', 'same-site'])('that a %s page has started change nothing', async (site) => {
    const name = `from a ${site} page`
    const { status } = await ask(household, cast.ada, 'POST /api/lists', { name }, { 'sec-fetch-site': site })
    expect(status).toBe(403)
    const { body } = await ask<{ lists: { name: string }[] }>(household, cast.ada, 'GET /api/lists')
    expect(body.lists.map((list) => list.name)).not.toContain(name)
  })
})

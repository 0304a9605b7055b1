import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, seatedCast } from '../../support/cast'
import { cacheEvent, insertCalendar } from '../../support/diary'
import { openHousehold } from '../../support/household'
import { opened } from '../../support/opened'

const PAGE = readFileSync(join(import.meta.dir, '../../../docs/automation.md'), 'utf8')
const ORIGIN = 'https://corkboard.example.org'

const household = opened(() => openHousehold({ at: '2026-12-07T08:00:00.000Z' }))
const cast = seatedCast(household)

interface Request {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** The commands of the page, as requests. */
const commands = (): Request[] =>
  [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block]) => block!.replaceAll('\\\n', '').trim().split('\n'))
    .map((line) => ({
      method: /-X (\w+)/.exec(line)?.[1] ?? 'GET',
      path: new RegExp(`'${ORIGIN}([^']*)'`).exec(line)![1]!,
      headers: Object.fromEntries(
        [...line.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name, value]) => [name!, value!]),
      ),
      body: /-d '([^']*)'/.exec(line)?.[1],
    }))

/** What the hubs and phones of the page send beside the commands. */
const HUBS: Request[] = [
  { method: 'GET', path: '/api/feeds/FEED.json', headers: {} },
  { method: 'GET', path: '/api/feeds/FEED.ics', headers: {} },
  {
    method: 'POST',
    path: '/api/lists/7/items',
    headers: { authorization: 'Bearer TOKEN', 'content-type': 'application/json' },
    body: '{"text": "Dishwasher tabs"}',
  },
]

test('every request of the page does what the page says', async () => {
  const { ben } = cast
  const home = await insertCalendar(household.ctx, ben.id, 'https://cal.test/home/')
  await cacheEvent(household.ctx, home, 'tea', { DTSTART: '20261208T090000Z', SUMMARY: 'Tea' })
  const list = (await ask<{ id: number }>(household, ben, 'POST /api/lists', { name: 'Groceries', kind: 'shopping' }))
    .body.id
  const make = async (path: string, body: object) =>
    (await ask<{ token: string }>(household, ben, `POST ${path}`, body)).body.token
  const feed = await make('/api/feeds', { calendars: [home.id], lists: [list] })
  const tokens: Record<string, string> = {}
  for (const scope of ['read', 'lists', 'events']) tokens[scope] = await make('/api/me/tokens', { name: scope, scope })

  const requests = commands()
  expect(requests).toHaveLength(8)
  for (const { method, path, headers, body } of [...requests, ...HUBS]) {
    const scope = method === 'GET' ? 'read' : path.includes('/lists/') ? 'lists' : 'events'
    const answer = await household.app.handle(
      new Request(`http://localhost${path.replace('FEED', feed).replace('/7/', `/${list}/`)}`, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          value.replace('TOKEN', tokens[scope]!),
        ]),
        body,
      }),
    )
    // More of the milk that is there by then.
    const isMore = body?.includes('2 l milk') === true
    const status = method === 'GET' || isMore ? 200 : scope === 'lists' ? 201 : 202
    expect({ method, path, status: answer.status }).toEqual({ method, path, status })
  }
  // Every address of the page is among them.
  const told = [...PAGE.matchAll(new RegExp(`${ORIGIN}(/api/[\\w/.-]+)`, 'g'))].map(([, path]) => path!)
  const asked = new Set([...requests, ...HUBS].map(({ path }) => path.split('?')[0]!))
  expect(told.filter((path) => !asked.has(path))).toEqual([])
  const { body } = await ask<{ items: { text: string; amount?: string }[] }>(
    household,
    ben,
    `GET /api/lists/${list}/items`,
  )
  expect(body.items.map(({ text, amount }) => [text, amount])).toEqual([
    ['Milk', '1 + 2 l'],
    ['Dishwasher tabs', undefined],
  ])
})

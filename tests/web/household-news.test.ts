import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addLocalMember } from '../../src/identity/local/accounts'
import { ask } from '../support/cast'
import { secret } from '../support/secrets'
import { makeCalendar, plan, timed } from './support/events'
import { setStage } from './support/stage'
import { until } from './support/until'

/** A Friday afternoon; Berlin is an hour ahead of UTC. */
const NOW = '2026-11-20T15:23:00Z'
const stage = setStage({ at: NOW })
let family: number

beforeAll(async () => {
  const { home } = stage
  family = await makeCalendar(home, home.cast.ada, 'Family', true)
  await plan(home, family, timed('Late shift', '2026-11-20T17:00Z', 240, { who: ['Ben'] }))
})

const asAda = <T = { id: number }>(request: string, body?: unknown) =>
  ask<T>(stage.home, stage.home.cast.ada, request, body)

const personOf = async (name: string) => {
  const { body } = await asAda<{ people: { id: number; name: string }[] }>('GET /api/people')
  return body.people.find((person) => person.name === name)!.id
}

const said = async (page: Page) => (await page.locator('#main').textContent()) ?? ''
const has = (text: string) => async (page: Page) => (await said(page)).includes(text)

const NEWS: [string, change: () => Promise<unknown>, isTold: (page: Page) => Promise<boolean>][] = [
  ['who is new', () => asAda('POST /api/people', { name: 'Zoe' }), has('Zoe')],
  [
    'another colour',
    async () => asAda(`PATCH /api/people/${await personOf('Ben')}`, { color: '#654321' }),
    async (page) => (await page.locator('.person-column[style*="#654321"]').count()) > 0,
  ],
  [
    'another order',
    async () => asAda(`PATCH /api/people/${await personOf('Zoe')}`, { position: 0 }),
    async (page) => /Zoe.*Ada/s.test((await page.locator('.people-day').first().textContent()) ?? ''),
  ],
  [
    'another name',
    async () => asAda(`PATCH /api/people/${await personOf('Cleo')}`, { name: 'Klio' }),
    async (page) => (await has('Klio')(page)) && !(await has('Cleo')(page)),
  ],
  [
    'who has joined',
    () =>
      addLocalMember(stage.home.ctx, {
        displayName: 'Dora',
        username: 'dora',
        password: secret('a-good-long-password'),
      }),
    has('Dora'),
  ],
  [
    'who has left',
    async () => {
      const { body } = await asAda<{ members: { id: number; displayName: string }[] }>('GET /api/admin/members')
      await asAda(`DELETE /api/admin/members/${body.members.find(({ displayName }) => displayName === 'Dora')!.id}`)
    },
    async (page) => !(await has('Dora')(page)),
  ],
  [
    'another time zone',
    () => asAda('PUT /api/admin/config/timezone', { timezone: 'America/New_York' }),
    async (page) => (await has('12:00')(page)) && !(await has('18:00')(page)),
  ],
]

test('every screen tells at once what changes in the household', async () => {
  const { home } = stage
  const { body } = await asAda<{ code: string }>('POST /api/admin/displays', {
    name: 'Kitchen',
    calendarIds: [family],
    listIds: [],
  })
  const { page: display } = await stage.open({ as: null, size: 'tablet' })
  const { page: phone } = await stage.open({ as: home.cast.ben, size: 'phone' })
  for (const page of [display, phone]) await page.clock.install({ time: new Date(NOW) })
  await display.goto(`${home.url}/display`)
  await display.getByRole('textbox', { name: 'Code' }).fill(body.code)
  await display.getByRole('button', { name: 'Connect' }).click()
  await phone.goto(`${home.url}/?view=day`)
  for (const page of [display, phone]) await page.getByText('Late shift').first().waitFor()
  await until(
    'both streams',
    () => home.ctx.hub.size,
    (size) => size === 2,
  )
  for (const page of [display, phone]) await page.waitForLoadState('networkidle')
  const silent: string[] = []
  for (const [what, change, isTold] of NEWS) {
    await change()
    for (const [screen, page] of Object.entries({ display, phone })) {
      await until(what, () => isTold(page), Boolean, 10_000).catch(() => silent.push(`${what}: ${screen}`))
    }
  }
  expect(silent).toEqual([])
})

test('the page of those who run the household tells at once what another of them changes', async () => {
  const { home } = stage
  const { body } = await asAda<{ id: number }>('POST /api/admin/members', {
    displayName: 'Emil',
    username: 'emil',
    initialPassword: secret('a-password-of-emils'),
  })
  const { page } = await stage.open({ path: '/admin' })
  await page.getByText('Emil', { exact: true }).waitFor()
  await until(
    'its stream',
    () => home.ctx.hub.size,
    (size) => size > 0,
  )
  await page.waitForLoadState('networkidle')
  await asAda(`PATCH /api/admin/members/${body.id}`, { displayName: 'Emilio' })
  await page.getByText('Emilio', { exact: true }).waitFor({ timeout: 10_000 })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Request } from 'playwright-core'
import { startProxy } from '../support/proxy'
import { servers } from '../support/servers'
import { type Calendars, NOW, openCalendars, setClock } from './support/calendars'
import { earlierOutbox, KEYS } from './support/earlier-outbox'
import { itemsOf, makeList } from './support/lists'
import { keptOnDevice } from './support/service-worker'
import { setStage } from './support/stage'
import { until } from './support/until'

let proxy: Calendars['proxy']
let calendars: Calendars

const stage = setStage(async () => {
  proxy = await startProxy((await servers.radicale()).url)
  return { at: NOW, env: { CALDAV_URL: proxy.url } }
})

beforeAll(async () => {
  calendars = await openCalendars(stage.home, proxy)
})

afterAll(() => calendars.close())

/** Puts something into the device's database before the client is opened. */
async function keepOnDevice(page: Page, kept: Record<string, unknown>): Promise<void> {
  await page.goto(`${stage.home.url}/health`)
  await page.evaluate(async (rows) => {
    const opened = indexedDB.open('keyval-store')
    opened.onupgradeneeded = () => void opened.result.createObjectStore('keyval')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const transaction = opened.result.transaction('keyval', 'readwrite')
    for (const [key, value] of Object.entries(rows)) transaction.objectStore('keyval').put(value, key)
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    opened.result.close()
  }, kept)
}

/** The Idempotency-Keys under which something was sent, in order. */
function keysSent(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request: Request) => {
    if (['POST', 'PATCH'].includes(request.method())) keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

const onServer = () => calendars.onServer(calendars.own)
const isEmpty = (kept: string) => /^\[(\[\],?)*\]$/.test(kept)

describe('what the version before has left on the device', () => {
  test('is sent once, under its keys, by the first of two tabs', async () => {
    const { home } = stage
    await calendars.put(calendars.own, 'dentist', {
      SUMMARY: 'Dentist',
      DTSTART: '20261120T160000Z',
      DTEND: '20261120T170000Z',
    })
    const listId = await makeList(home, 'Groceries', 'Milk', 'Eggs')
    const [milk] = await itemsOf(home, listId)
    const { id: calendarId, url: calendarUrl } = calendars.own
    const { page, context } = await stage.open()
    const left = earlierOutbox(home.cast.ada.id, { listId, itemId: milk!.id, calendarId, calendarUrl })
    await keepOnDevice(page, left)
    const other = await context.newPage()
    const sent = [keysSent(page), keysSent(other)]
    await Promise.all(
      [page, other].map(async (tab) => {
        await setClock(tab, '2026-11-20T15:30:00Z')
        await tab.goto(`${home.url}/lists/${listId}`)
      }),
    )
    const items = await until(
      'the list has it',
      () => itemsOf(home, listId),
      (found) => found.map(({ text }) => text).join() === 'Eggs,Candles',
    )
    expect(items.find(({ text }) => text === 'Candles')?.checked).toBe(true)
    const text = await until(
      'the calendar has it',
      onServer,
      (found) => found.includes('SUMMARY:Handball') && found.includes('LOCATION:Second floor'),
    )
    expect(text.split('SUMMARY:Handball')).toHaveLength(2)
    await until('nothing waits', () => keptOnDevice(page, 'outbox-'), isEmpty)
    expect(await keptOnDevice(page, 'queue:lists')).toBe('[]')
    expect(await keptOnDevice(page, 'calendar-writes')).toBe('[]')
    expect(sent.flat().toSorted()).toEqual(Object.values(KEYS).toSorted())
  })
})

describe('a write that failed and is tried again', () => {
  test('keeps its key over a lost answer and a restart, and is done once', async () => {
    const { page } = await stage.open()
    await setClock(page)
    let times = 0
    await page.route('**/api/events/create', async (route) => {
      times++
      if (times === 1) return route.fulfill({ status: 400, json: { error: 'Not today' } })
      if (times > 2) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const sent = keysSent(page)
    await page.goto(`${stage.home.url}/?view=week`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Choir')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Choir .*Not saved/ }).click()
    const answerLost = page.waitForEvent('requestfailed')
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await answerLost
    await page.reload()
    const text = await until('it has arrived', onServer, (found) => found.includes('SUMMARY:Choir'))
    await until('nothing waits', () => keptOnDevice(page, 'outbox-calendar'), isEmpty)
    expect(text.split('SUMMARY:Choir')).toHaveLength(2)
    const [first, second, third] = sent
    expect(third).toBe(second)
    expect(second).not.toBe(first)
  })
})

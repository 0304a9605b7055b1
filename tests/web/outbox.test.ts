import { describe, expect, test } from 'bun:test'
import type { Page, Request } from 'playwright-core'
import { picture } from './support/browser'
import { NOW, setCalendars, setClock } from './support/calendars'
import { earlierOutbox, KEYS } from './support/earlier-outbox'
import { itemsOf, makeList, textsOf } from './support/lists'
import { QUEUED } from './support/queued'
import { keptOnDevice, workerReady } from './support/service-worker'
import { holdUndo } from './support/undo'
import { until } from './support/until'

const { stage, calendars } = setCalendars()

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

/** Lets the device's database wait for this page, as for a slow disk, until the returned function is called. */
async function holdDevice(page: Page): Promise<() => Promise<void>> {
  await page.goto(`${stage.home.url}/health`)
  await page.evaluate(async () => {
    const opened = indexedDB.open('keyval-store')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const transaction = opened.result.transaction('keyval', 'readwrite')
    const over = new Promise<void>((resolve) => transaction.addEventListener('complete', () => resolve()))
    let isHeld = true
    // A transaction lives as long as it is asked for something.
    const ask = () => {
      if (isHeld) transaction.objectStore('keyval').get('').onsuccess = ask
    }
    ask()
    const release = async () => {
      isHeld = false
      await over
      opened.result.close()
    }
    Object.assign(globalThis, { release })
  })
  return () => page.evaluate(() => (globalThis as unknown as { release: () => Promise<void> }).release())
}

/** The Idempotency-Keys under which something was sent, in order. */
function keysSent(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request: Request) => {
    // Reading a sentence writes nothing.
    const isWrite = ['POST', 'PATCH'].includes(request.method()) && !request.url().endsWith('/parse')
    if (isWrite) keys.push(request.headers()['idempotency-key'])
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

describe('what may have been done before the service forgot its key', () => {
  test('is not done by itself a second time, and says so', async () => {
    const { home } = stage
    const listId = await makeList(home, 'Bakery', 'Rolls')
    const { page } = await stage.open()
    const unclear = { ...QUEUED, unclearSince: Date.parse(NOW) - 7 * 24 * 60 * 60 * 1000 }
    const event = { title: 'Fair', allDay: true, start: '2026-11-20', end: '2026-11-20' }
    await keepOnDevice(page, {
      [`outbox-lists-${home.cast.ada.id}`]: [{ ...unclear, kind: 'add', listId, clientId: 'bread', text: 'Bread' }],
      [`outbox-calendar-${home.cast.ada.id}`]: [
        {
          ...unclear,
          kind: 'create',
          ref: { uid: 'new:w1', calendarId: null, recurrenceId: null },
          title: event.title,
          form: event,
          appearance: { calendarName: 'Ada', color: '#2563EB', isShared: false, userId: 1, ownerName: 'Ada' },
          resultUid: null,
          rowId: null,
          replaces: null,
          current: null,
        },
      ],
    })
    const sent = keysSent(page)
    await setClock(page)
    await page.goto(`${home.url}/unsaved`)
    for (const name of ['Fair', 'Bread']) {
      await page.getByRole('listitem', { name }).getByText('The answer got lost.').waitFor()
    }
    expect(sent.filter((key) => key !== undefined)).toEqual([])
    expect((await itemsOf(home, listId)).map(({ text }) => text)).toEqual(['Rolls'])
  })
})

describe('a page that is left before the device has what was done on it', () => {
  test('loses nothing of it, and does it once', async () => {
    const { home } = stage
    const listId = await makeList(home, 'Left', 'Milk')
    const { page, context } = await stage.open({ path: `/lists/${listId}` })
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    const other = await context.newPage()
    const release = await holdDevice(other)
    for (const text of ['Eggs', 'Butter']) {
      await page.getByRole('textbox', { name: 'Add an item' }).fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('checkbox', { name: text }).waitFor()
    }
    await page.goto(`${home.url}/health`)
    await release()
    await page.goto(`${home.url}/lists/${listId}`)
    await page.getByRole('checkbox', { name: 'Butter' }).waitFor()
    await until(
      'the list has both',
      () => textsOf(home, listId),
      (texts) => texts.join() === 'Milk,Eggs,Butter',
    )
    await until('nothing waits', () => keptOnDevice(page, 'outbox-lists'), isEmpty)
  })

  test('loses nothing of it where the database had no room either', async () => {
    const { home } = stage
    const listId = await makeList(home, 'Full', 'Milk')
    const { page, context } = await stage.open({ path: `/lists/${listId}`, serviceWorker: true })
    await page.getByRole('checkbox', { name: 'Milk' }).waitFor()
    await workerReady(page)
    // A browser that is told its room goes by it now and then only.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No room', 'QuotaExceededError')
      }
    })
    await context.setOffline(true)
    await page.getByRole('checkbox', { name: 'Milk' }).check()
    // What can still be taken back is put away once more as the page is left.
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await undo.waitFor({ state: 'detached' })
    await page.getByText('No connection · 1 to send').waitFor()
    await page.reload()
    await page.getByRole('checkbox', { name: 'Milk', checked: true }).waitFor()
    await context.setOffline(false)
    await until(
      'the list has it',
      () => itemsOf(home, listId),
      ([milk]) => milk?.checked === true,
    )
    await until('nothing waits', () => keptOnDevice(page, 'outbox-lists'), isEmpty)
  })
})

test('a tick that is taken back while the device is about to send it is taken back', async () => {
  const { home } = stage
  const id = await makeList(home, 'Garage', 'Jack', 'Tyres')
  const { page, context } = await stage.open({ path: `/lists/${id}` })
  await holdUndo(page)
  const jack = page.getByRole('checkbox', { name: 'Jack' })
  await jack.waitFor()
  const release = await holdDevice(await context.newPage())
  await jack.press('Space')
  await until(
    'it is about to be sent',
    () => page.evaluate(async () => (await navigator.locks.query()).held!.map(({ name }) => name!)),
    (names) => names.some((name) => name.startsWith('outbox-')),
  )
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Jack', checked: false }).waitFor()
  await release()
  await until('nothing waits', () => keptOnDevice(page, 'outbox-lists'), isEmpty)
  expect((await itemsOf(home, id)).map(({ text, checked }) => [text, checked])).toEqual([
    ['Jack', false],
    ['Tyres', false],
  ])
  expect(await jack.isChecked()).toBe(false)
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
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Choir .*Not saved/ })
      .click()
    const answerLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events/create'))
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

describe('what waits', () => {
  const ADDITIONS = '**/api/lists/*/items'
  const chip = (page: Page, text: string) => page.getByRole('status').getByRole('link', { name: text })
  const waiting = (page: Page, name: string) => page.getByRole('listitem', { name })

  async function addItem(page: Page, listId: number, text: string) {
    await page.goto(`${stage.home.url}/lists/${listId}`)
    await page.getByRole('textbox', { name: 'Add an item' }).fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: text }).waitFor()
  }

  /** Has the service refuse additions, as soon as the returned function is called. */
  async function refuseAdditions(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(ADDITIONS, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await promise
      await route.fulfill({ status: 403, json: { error: 'No' } })
    })
    return resolve
  }

  test('of every kind is counted and named, can be taken back, and goes out with the connection', async () => {
    const listId = await makeList(stage.home, 'Party', 'Cups')
    const { page, context } = await stage.open({ serviceWorker: true })
    await setClock(page)
    await page.goto(`${stage.home.url}/lists/${listId}`)
    await workerReady(page)
    await page.getByRole('checkbox', { name: 'Cups' }).waitFor()
    await context.setOffline(true)
    await addItem(page, listId, 'Balloons')
    await chip(page, 'No connection · 1 to send').waitFor()
    await page.goto(`${stage.home.url}/?view=week`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Big party')
    await page.keyboard.press('Enter')
    await chip(page, 'No connection · 2 to send').click()
    await waiting(page, 'Balloons').getByRole('link', { name: 'To the list' }).waitFor()
    await waiting(page, 'Big party').getByText('Waits for a connection').waitFor()
    await waiting(page, 'Balloons').getByRole('button', { name: 'Take it back' }).click()
    await waiting(page, 'Balloons').waitFor({ state: 'detached' })
    await chip(page, 'No connection · 1 to send').waitFor()
    await context.setOffline(false)
    await until('the event has arrived', onServer, (text) => text.includes('SUMMARY:Big party'))
    await page.getByText('Everything is saved.').waitFor()
    expect((await itemsOf(stage.home, listId)).map(({ text }) => text)).toEqual(['Cups'])
  })

  test.each([
    [20, '16:23'],
    [24 * 60, '20 Nov, 16:23'],
  ])('for the calendar provider says so, and since when: after %p minutes since %s', async (minutes, since) => {
    const { page } = await stage.open()
    await setClock(page)
    calendars.setDraining(false)
    await page.goto(`${stage.home.url}/?view=week`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Slow party')
    await page.keyboard.press('Enter')
    await until(
      'the service has taken it',
      () => keptOnDevice(page, 'outbox-calendar'),
      (kept) => kept.includes('"accepted"'),
    )
    await page.clock.setFixedTime(Date.parse(NOW) + minutes * 60_000)
    await page.goto(`${stage.home.url}/unsaved`)
    await waiting(page, 'Slow party').getByText(`Waits for the calendar provider (since ${since})`).waitFor()
    calendars.setDraining(true)
    await calendars.drain.wake()
    await page.getByText('Everything is saved.').waitFor()
  })

  test('and is refused by a list is kept, said wherever people look, and goes through when tried again', async () => {
    const listId = await makeList(stage.home, 'Garden', 'Seeds')
    const { page } = await stage.open()
    const refuse = await refuseAdditions(page)
    await addItem(page, listId, 'Spade')
    refuse()
    await page.getByText('“Spade” could not be saved.').waitFor()
    await page.reload()
    await chip(page, 'Not saved: 1').click()
    await waiting(page, 'Spade').getByText('could not be saved').waitFor()
    await page.unroute(ADDITIONS)
    await waiting(page, 'Spade').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Everything is saved.').waitFor()
    expect((await itemsOf(stage.home, listId)).map(({ text }) => text)).toEqual(['Seeds', 'Spade'])
  })

  test('and that the service never takes holds up no other list, and can be let go', async () => {
    const { home } = stage
    const [attic, cellar] = [await makeList(home, 'Attic', 'Lamp'), await makeList(home, 'Cellar', 'Jam')]
    const { page } = await stage.open()
    await page.route(`**/api/lists/${attic}/items`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'No' } }) : route.continue(),
    )
    await addItem(page, attic, 'Rope')
    await addItem(page, cellar, 'Wine')
    await until(
      'the other has arrived',
      () => textsOf(home, cellar),
      (texts) => texts.join() === 'Jam,Wine',
    )
    await page.goto(`${home.url}/unsaved`)
    await waiting(page, 'Rope').getByText('Will be tried again by itself').waitFor()
    await picture(page, 'unsaved-stuck')
    // It may just be tried again while the button is pressed: then it is pressed once more.
    const discard = waiting(page, 'Rope').getByRole('button', { name: 'Discard' })
    await until(
      'it is let go of',
      async () => {
        await discard.click({ timeout: 2_000 }).catch(() => {})
        return page.getByText('Everything is saved.').isVisible()
      },
      (isGone) => isGone,
    )
    expect(await textsOf(home, attic)).toEqual(['Lamp'])
  })

  test('behind an addition that is refused waits for it', async () => {
    const listId = await makeList(stage.home, 'Attic', 'Lamp')
    const { page } = await stage.open()
    const refuse = await refuseAdditions(page)
    await addItem(page, listId, 'Rope')
    await page.getByRole('checkbox', { name: 'Rope' }).check()
    refuse()
    await until(
      'it is refused',
      () => keptOnDevice(page, 'outbox-lists'),
      (kept) => kept.includes('"failed"'),
    )
    await page.goto(`${stage.home.url}/unsaved`)
    await page.getByText('Waits for an earlier change').waitFor()
    await page.unroute(ADDITIONS)
    await waiting(page, 'Rope').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Everything is saved.').waitFor()
    expect((await itemsOf(stage.home, listId)).map(({ text, checked }) => [text, checked])).toEqual([
      ['Lamp', false],
      ['Rope', true],
    ])
  })

  test.each([
    ['was put off by the service', [429], 1],
    ['may have been done all the same', [503], 0],
    ['was being sent by a page that is gone', [null, 429], 0],
  ])('and %s: answers %j, ways to take it back: %d', async (_, answers, ways) => {
    const listId = await makeList(stage.home, 'Bazaar')
    const { page } = await stage.open()
    const left = [...answers]
    await page.route(ADDITIONS, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const status = left.shift() ?? null
      if (status !== null) await route.fulfill({ status, headers: { 'retry-after': '600' }, json: { error: 'Later' } })
    })
    const isSent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/items'))
    await addItem(page, listId, 'Honey')
    await isSent
    if (answers[0] === null) await page.reload()
    await until(
      'it is held',
      () => keptOnDevice(page, 'outbox-lists'),
      (kept) => kept.includes('"tries":1'),
    )
    await page.goto(`${stage.home.url}/unsaved`)
    await waiting(page, 'Honey').getByText('Will be tried again by itself').waitFor()
    expect(await waiting(page, 'Honey').getByRole('button', { name: 'Take it back' }).count()).toBe(ways)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { BrowserContext, CDPSession, Page, Route, Worker } from 'playwright-core'
import { createReminders, type Reminders } from '../../src/calendar/reminders'
import { subscribe } from '../../src/features/push/subscriptions'
import { changeReminderPreferences } from '../../src/household/reminder-preferences'
import { pushSubscriptions, sentReminders } from '../../src/platform/db/schema'
import { type PushReceiver, startPushReceiver } from '../support/push-receiver'
import { makeCalendar, plan, timed } from './support/events'
import { workerReady } from './support/service-worker'
import { setStage } from './support/stage'
import { until } from './support/until'

let receiver: PushReceiver

async function withReceiver() {
  receiver = await startPushReceiver({ https: false })
  return { env: receiver.env }
}

const stage = setStage(withReceiver, { inWholeBrowser: true })

afterAll(() => receiver?.stop())

interface Shown {
  title: string
  body: string
  tag: string
  url: string
  buttons: string[]
}

const shown = (page: Page) =>
  page.evaluate(async (): Promise<Shown[]> => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map((notification) => {
      const { title, body, tag, data, actions } = notification as Notification & { actions: { title: string }[] }
      return { title, body, tag, url: data.url, buttons: actions.map((action) => action.title) }
    })
  })

async function subscriber() {
  const visit = await stage.open({ serviceWorker: true })
  await visit.context.grantPermissions(['notifications'], { origin: stage.home.url })
  const cdp = await visit.context.newCDPSession(visit.page)
  const registrationId = registered(cdp)
  await cdp.send('ServiceWorker.enable')
  await visit.page.goto(`${stage.home.url}/lists`)
  await workerReady(visit.page)
  const worker = visit.context.serviceWorkers()[0]!
  await countShown(worker)
  const deliver = async (data: string) => {
    const before = await shownSoFar(worker)
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: stage.home.url,
      registrationId: await registrationId,
      data,
    })
    await until(
      'shown',
      () => shownSoFar(worker),
      (count) => count > before,
    )
  }
  return { ...visit, worker, deliver }
}

type Counted = { registration: ServiceWorkerRegistration; shownSoFar: number }

/**
 * Lets the worker count what it has shown. Chromium forgets a notification when a page asks for all of them between its
 * being stored and being shown, so nobody may ask before.
 */
async function countShown(worker: Worker) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Counted
    const show = scope.registration.showNotification.bind(scope.registration)
    scope.shownSoFar = 0
    scope.registration.showNotification = async (...notification) => {
      await show(...notification)
      scope.shownSoFar += 1
    }
  })
}

const shownSoFar = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Counted).shownSoFar)

function registered(cdp: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active !== undefined) resolve(active.registrationId)
    })
  })
}

describe('a push message', () => {
  test('shows a notification with everything it says', async () => {
    const { page, deliver } = await subscriber()
    const message = { title: 'Handball', body: 'Starts in 30 min', tag: 'a1', url: '/day/2026-11-20' }
    await deliver(JSON.stringify(message))
    expect(await shown(page)).toEqual([{ ...message, buttons: [] }])
  })

  test.each([
    ['without content', ''],
    ['that is no JSON', 'Dinner!'],
    ['that is JSON, but no message', '42'],
    ['with nothing in it', '{}'],
  ])('%s shows one too: silence would cost the permission', async (_what, data) => {
    const { page, deliver } = await subscriber()
    await deliver(data)
    const [first] = await shown(page)
    expect(first?.title).toBe('Corkboard')
    expect(first?.url).toBe('/')
  })

  test('that is tapped opens its day in the window that is there', async () => {
    const { page, context, deliver } = await subscriber()
    await deliver(JSON.stringify({ title: 'Handball', url: '/day/2026-11-20' }))
    await tap(context)
    await page.waitForURL('**/day/2026-11-20')
    expect(await shown(page)).toEqual([])
  })

  test('never leads to another site', async () => {
    const { page, context, deliver } = await subscriber()
    await deliver(JSON.stringify({ title: 'Prize', url: 'https://elsewhere.example/' }))
    await tap(context)
    await page.waitForURL(({ pathname }) => pathname === '/')
  })
})

/** Dispatches the click in the worker: headless Chromium draws no notifications, and focus needs a real gesture. */
async function tap(context: BrowserContext, button = '') {
  await context.serviceWorkers()[0]!.evaluate(async (action) => {
    const worker = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { matchAll: (options: object) => Promise<object[]> }
      dispatchEvent: (event: Event) => void
      NotificationEvent: new (type: string, init: object) => Event
    }
    const [notification] = await worker.registration.getNotifications()
    const [client] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    Object.assign(Object.getPrototypeOf(client), {
      async focus(this: object) {
        return this
      },
    })
    worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification, action }))
  }, button)
}

describe('a reminder', () => {
  const START = '2026-11-20T14:30:00Z'
  let reminders: Reminders
  beforeAll(async () => {
    reminders = createReminders(stage.home.ctx)
    const family = await makeCalendar(stage.home, stage.home.cast.ada, 'Family', true)
    const place = { location: 'Mill Street 4', reminderLeadMinutes: 30 }
    await plan(stage.home, family, timed('Dentist', START, 30, place))
  })
  afterAll(() => reminders.stop())

  const tick = async (at: string) => {
    stage.home.clock.set(at)
    await reminders.remind()
    await reminders.settled()
  }

  /** Ada's phone, to which the reminder has just come, and her tablet. */
  async function reminded() {
    const { ctx, cast } = stage.home
    for (const table of [pushSubscriptions, sentReminders]) await ctx.db.delete(table)
    await changeReminderPreferences(ctx, cast.ada.id, { language: 'en' })
    const [phone, tablet] = [receiver.device(), receiver.device()]
    for (const { endpoint, subscription } of [phone, tablet]) {
      await subscribe(ctx, cast.ada.id, { endpoint, ...subscription.keys })
    }
    await tick('2026-11-20T14:00:00Z')
    const visit = await subscriber()
    await visit.worker.evaluate((endpoint) => {
      const { registration } = globalThis as unknown as Counted
      registration.pushManager.getSubscription = async () => ({ endpoint }) as PushSubscription
    }, phone.endpoint)
    await visit.deliver(JSON.stringify(phone.received[0]!.payload))
    return { ...visit, phone, tablet }
  }

  test('says when and where, with two buttons, which speak the language of the messages', async () => {
    const { page, deliver, phone } = await reminded()
    expect(await shown(page)).toMatchObject([
      {
        title: 'Dentist',
        body: 'Starts in 30 min · 15:30\nMill Street 4',
        url: '/day/2026-11-20',
        buttons: ['Snooze 10 min', 'Done'],
      },
    ])
    await page.goto(`${stage.home.url}/account`)
    await page.getByLabel('Language of messages').selectOption('Deutsch')
    await page.getByText('Gespeichert').or(page.getByText('Saved')).waitFor()
    await deliver(JSON.stringify({ ...phone.received[0]!.payload, people: ['Mia', 'Ben'] }))
    const [again] = await shown(page)
    expect(again?.buttons).toEqual(['In 10 Min. wieder', 'Erledigt'])
    expect(again?.body).toEndWith('\nMia, Ben')
  })

  test('that is snoozed comes once more on that device', async () => {
    const { page, context, phone, tablet } = await reminded()
    await tap(context, 'snooze')
    await until('snoozed', ledger, (all) => all.includes('snoozed'))
    expect(await shown(page)).toEqual([])
    await tick('2026-11-20T14:09:00Z')
    await tick('2026-11-20T14:10:00Z')
    expect([phone, tablet].map(({ received }) => received.length)).toEqual([2, 1])
    expect(phone.received[1]?.payload).toMatchObject({ body: 'Starts in 20 min', tag: phone.received[0]!.payload.tag })
  })

  test('that is done does not', async () => {
    const { page, context, phone, tablet } = await reminded()
    await tap(context, 'done')
    await until('done', ledger, (all) => all.every((status) => status === 'done'))
    expect(await shown(page)).toEqual([])
    await tick('2026-11-20T14:10:00Z')
    expect([phone, tablet].map(({ received }) => received.length)).toEqual([1, 1])
  })

  test.each([
    ['nothing answers', (route: Route) => route.abort()],
    [
      'a network answers with its sign-in',
      (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Hotel' }),
    ],
  ])('whose snoozing does not get through, since %s, is shown again', async (_, answer) => {
    const { page, context, worker } = await reminded()
    await context.route('**/api/push/snooze', answer)
    const before = await shownSoFar(worker)
    await tap(context, 'snooze')
    await until(
      'shown again',
      () => shownSoFar(worker),
      (count) => count > before,
    )
    expect(await shown(page)).toMatchObject([{ title: 'Dentist', buttons: ['Snooze 10 min', 'Done'] }])
  })

  test('that is tapped opens its event', async () => {
    const { page, context } = await reminded()
    await tap(context)
    await page.waitForURL('**/day/2026-11-20')
    await page.getByRole('dialog', { name: 'Dentist', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  test('of an event that is gone opens its day', async () => {
    const { page, deliver, context, phone } = await reminded()
    const { payload } = phone.received[0]!
    await deliver(JSON.stringify({ ...payload, tag: 'gone:1795185000000' }))
    for (const { tag } of await shown(page)) if (tag !== 'gone:1795185000000') await closeShown(page, tag)
    await tap(context)
    await page.waitForURL('**/day/2026-11-20#gone%3A1795185000000')
    await page.getByText('Dentist').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

const ledger = async () => (await stage.home.ctx.db.select().from(sentReminders)).map(({ status }) => status)

const closeShown = (page: Page, tag: string) =>
  page.evaluate(async (closed) => {
    const registration = await navigator.serviceWorker.ready
    for (const notification of await registration.getNotifications({ tag: closed })) notification.close()
  }, tag)

describe('a subscription that the browser has renewed', () => {
  test.each(['with', 'without'] as const)('reaches the service, %s the new one at hand', async (hint) => {
    const [before, after] = [receiver.device(), receiver.device()]
    const { page, context } = await subscriber()
    await page.evaluate((body) => fetch('/api/push/subscription', { method: 'POST', ...body }), {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(before.subscription),
    })
    await renew(context, after.subscription, hint === 'with')
    const rows = await until(
      'stored',
      () => stage.home.ctx.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, after.endpoint)),
      ({ length }) => length > 0,
    )
    expect(rows).toMatchObject([{ userId: stage.home.cast.ada.id, ...after.subscription.keys }])
  })
})

type Subscription = ReturnType<PushReceiver['device']>['subscription']

/**
 * Dispatches `pushsubscriptionchange` in the worker, which no browser does on request. Some browsers hand the new
 * subscription over; for the others the worker subscribes with the key of the old one.
 */
async function renew(context: BrowserContext, next: Subscription, isGiven: boolean) {
  await context.serviceWorkers()[0]!.evaluate(
    async ([subscription, isHandedOver]) => {
      const worker = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        dispatchEvent: (event: Event) => void
        ExtendableEvent: new (type: string) => Event
      }
      const oldSubscription = {
        options: { userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 2]).buffer },
      }
      const wanted = JSON.stringify(oldSubscription.options)
      worker.registration.pushManager.subscribe = async (options) => {
        if (JSON.stringify(options) !== wanted) throw new Error('Subscribed with another key')
        return { toJSON: () => subscription } as unknown as PushSubscription
      }
      const change = new worker.ExtendableEvent('pushsubscriptionchange')
      const newSubscription = isHandedOver ? { toJSON: () => subscription } : null
      worker.dispatchEvent(Object.assign(change, { oldSubscription, newSubscription }))
    },
    [next, isGiven] as const,
  )
}

test('the worker answers for no path of the server', async () => {
  const { page } = await stage.open({ path: '/lists', serviceWorker: true })
  await workerReady(page)
  for (const path of ['/api/auth/mode', '/health', '/api/nope']) {
    const isFromWorker = page
      .waitForResponse((response) => response.url().endsWith(path))
      .then((r) => r.fromServiceWorker())
    await page.evaluate((url) => fetch(url), path)
    expect(await isFromWorker).toBe(false)
  }
  const document = await page.reload()
  expect(document?.fromServiceWorker()).toBe(true)
})

/** After a deploy: parts that the document on screen names are gone, and another document names others. */
async function goneUntilReload(page: Page, part: string | RegExp) {
  let visits = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) visits++
  })
  await page.route(part, (route) => (visits === 0 ? route.fulfill({ status: 404 }) : route.continue()))
  return () => visits
}

test.each([
  ['on a network', true],
  // As a board on the wall that runs the house itself.
  ['on a machine without one', false],
])('a page that was open during a deploy never turns blank, %s', async (_, onLine) => {
  const { page } = await stage.open()
  await page.addInitScript((value) => Object.defineProperty(navigator, 'onLine', { get: () => value }), onLine)
  await page.goto(`${stage.home.url}/lists`)
  await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor()
  const visits = await goneUntilReload(page, '**/assets/wall-*')
  await page.getByRole('link', { name: 'Wall' }).click()
  await page.getByRole('heading', { name: 'Family board' }).waitFor({ state: 'attached' })
  expect(visits()).toBe(1)
})

test('two parts that are gone at once load it again once, and nothing is said to be wrong', async () => {
  const { page } = await stage.open({ path: '/?view=month' })
  await page.getByRole('grid').waitFor()
  const visits = await goneUntilReload(page, /assets\/(agenda|shortcut-list)-/)
  await page.keyboard.press('a')
  await page.keyboard.press('?')
  await page.locator('.agenda').waitFor()
  expect(visits()).toBe(1)
})

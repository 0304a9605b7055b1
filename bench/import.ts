/** Five thousand events from a file into Radicale, twice, while the service is killed in between each time. */
import type { ImportState } from '../src/features/import/model'
import { fileOf, manyEvents } from '../tests/features/import/bringing'
import { exportCalendar, giveAccount, makeCalendar } from '../tests/support/caldav'
import { seatCast } from '../tests/support/cast'
import { insertCalendar } from '../tests/support/diary'
import { openHousehold } from '../tests/support/household'
import { servers } from '../tests/support/servers'
import { Service, serviceEnvironment } from '../tests/support/service'
import type { Report } from './figure'
import { quantile } from './support/time'

const EVENTS = 5000
const LOOK_EVERY_MS = 500

export async function bench(report: Report): Promise<void> {
  const { url } = await servers.radicale()
  const household = await openHousehold({ at: new Date().toISOString(), env: { CALDAV_URL: url } })
  const { ada } = await seatCast(household.ctx)
  await giveAccount(household.ctx, ada.id, 'ada', url)
  const path = await makeCalendar('ada')
  const calendar = await insertCalendar(household.ctx, ada.id, new URL(path, url).href)
  const env = serviceEnvironment(household.config.database, { CALDAV_URL: url, LOG_LEVEL: 'info' })
  const headers = { cookie: ada.cookie }
  const file = fileOf(manyEvents(EVENTS))
  let service = new Service(env)
  let base = await service.baseUrl()
  const waits: number[] = []
  let untrue = 0

  const countOnServer = async () => (await exportCalendar('ada', path)).match(/^UID:/gm)?.length ?? 0
  const look = async (id: number): Promise<ImportState> => {
    const began = performance.now()
    const response = await fetch(`${base}/api/import/${id}`, { headers })
    waits.push(performance.now() - began)
    return (await response.json()) as ImportState
  }
  const bringIn = async (what: string) => {
    const began = performance.now()
    const response = await fetch(`${base}/api/import?calendarUrl=${encodeURIComponent(calendar.url)}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/calendar' },
      body: file,
    })
    if (response.status !== 202) throw new Error(`import: ${response.status} ${await response.text()}`)
    const { id } = (await response.json()) as ImportState
    report({ name: `${what}: until it is answered`, value: performance.now() - began, unit: 'ms' })
    let wasKilled = false
    let state = await look(id)
    for (let last = 0; state.status === 'running'; state = await look(id)) {
      const ended = state.done + state.known
      if (ended < last || state.failed > 0) untrue += 1
      last = ended
      if (!wasKilled && ended > EVENTS / 2) {
        wasKilled = true
        service.child.kill('SIGKILL')
        await service.child.exited
        if (state.done > (await countOnServer())) untrue += 1
        service = new Service(env)
        base = await service.baseUrl()
      }
      await Bun.sleep(LOOK_EVERY_MS)
    }
    const seconds = (performance.now() - began) / 1000
    report({ name: `${what}: killed at half, until all is done`, value: seconds, unit: 's' })
    report({ name: `${what}: written`, value: state.done, unit: 'events' })
    report({ name: `${what}: known`, value: state.known, unit: 'events' })
    report({ name: `${what}: failed or skipped`, value: state.failed + state.skipped, unit: 'events', goal: '0' })
  }

  try {
    await bringIn(`${EVENTS} events into Radicale`)
    await bringIn('the same file again')
    const text = await exportCalendar('ada', path)
    const uids = text.match(/^UID:.*$/gm) ?? []
    report({ name: 'objects on the server', value: uids.length, unit: 'events', goal: `${EVENTS}` })
    report({ name: 'of them with a uid of their own', value: new Set(uids).size, unit: 'events', goal: `${EVENTS}` })
    report({ name: 'progress that was not true', value: untrue, unit: 'looks', goal: '0' })
    report({ name: 'a request meanwhile: p99', value: quantile(waits, 0.99), unit: 'ms' })
  } finally {
    await service.stop()
    await household.close()
  }
}

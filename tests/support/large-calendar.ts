import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalRadicale, startRadicale } from '../../scripts/local/radicale'
import { runPrefix } from './abandoned'
import { eventText } from './caldav'
import { CALDAV_USERS } from './servers'

const MIN_FREE_BYTES = 512 * 1024 * 1024

export interface LargeCalendar {
  server: LocalRadicale
  /** Paths of Ada's calendars, in the order of the sizes. */
  paths: string[]
  stop(): Promise<void>
}

/**
 * A Radicale of its own whose Ada has calendars of these sizes. The events are written into its storage as files: by
 * PUT, Radicale would take a minute for five thousand.
 */
export async function openLargeCalendars(sizes: number[]): Promise<LargeCalendar> {
  const folder = await mkdtemp(join(await roomyMemory(), runPrefix()))
  const server = await startRadicale({ folder, users: CALDAV_USERS })
  const paths: string[] = []
  for (const size of sizes) {
    paths.push(`/ada/${size}/`)
    const collection = join(server.storage, 'collection-root', 'ada', String(size))
    await mkdir(collection, { recursive: true })
    const properties = { tag: 'VCALENDAR', 'D:displayname': `${size}`, 'C:supported-calendar-component-set': 'VEVENT' }
    await writeFile(join(collection, '.Radicale.props'), JSON.stringify(properties))
    for (let number = 0; number < size; number++) {
      const text = eventText(`event-${number}`, { LOCATION: 'Somewhere', DESCRIPTION: 'x'.repeat(350) })
      await writeFile(join(collection, `event-${number}.ics`), text)
    }
  }
  for (const path of paths) await letServerLook(new URL(path, server.url))
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { server, paths, stop }
}

/**
 * The server's own first look at its files, and its tokens for them, take it 15 s of processor time for ten thousand, and
 * minutes on a busy machine: longer than Bun waits for an answer by default.
 */
async function letServerLook(url: URL) {
  const body = '<propfind xmlns="DAV:"><prop><sync-token /></prop></propfind>'
  const authorization = `Basic ${btoa(`ada:${CALDAV_USERS.ada}`)}`
  const response = await fetch(url, {
    method: 'PROPFIND',
    headers: { authorization, depth: '0' },
    body,
    timeout: false,
  })
  const text = await response.text()
  if (response.status !== 207) throw new Error(`the server refused the first look: ${response.status} ${text}`)
}

/** Memory where there is enough of it: Radicale waits for the disk after every file. */
async function roomyMemory(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs('/dev/shm')
    return bavail * bsize > MIN_FREE_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

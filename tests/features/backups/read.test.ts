import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createApp } from '../../../src/app'
import { type BackupState, noteBackupState } from '../../../src/household/backup-state'
import { createContext } from '../../../src/platform/context'
import { appConfig } from '../../../src/platform/db/schema'
import { ask, cookieFor } from '../../support/cast'
import { secret } from '../../support/secrets'
import { type Home, openHome } from './night'

const TOKEN = secret('a-token-for-whoever-watches-the-backups')
const STORAGE = {
  endpoint: 'https://s3.example.org',
  bucket: 'family',
  prefix: 'homes/ours/',
  region: 'auto',
  accessKeyId: secret('the-id-of-a-key-of-the-storage'),
  secretAccessKey: secret('the-key-to-the-storage-itself'),
}
const AT = '2026-11-20T12:00:00.000Z'

let home: Home
beforeEach(async () => {
  home = await openHome({ METRICS_TOKEN: TOKEN })
})
afterEach(() => home.close())

async function read(app: Home['app'] = home.app) {
  const ada = { cookie: await cookieFor(home.ctx, 1) }
  const { status, body } = await ask({ app }, ada, 'GET /api/admin/backups')
  expect(status).toBe(200)
  return body
}

async function gauges(app: Home['app'] = home.app): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const { body } = await ask<string>({ app }, null, 'GET /metrics', undefined, headers)
  const found = [...body.matchAll(/^corkboard_backup_(\w+) (\S+)$/gm)]
  return Object.fromEntries(found.map(([, name, value]) => [name, Number(value)]))
}

const withSettings = (backups: Home['config']['backups']) =>
  createApp(createContext({ ...home.ctx, config: { ...home.config, backups } }))

describe('who runs the household and who watches the service', () => {
  test('see that there has been none yet, and when the first is due', async () => {
    expect(await read()).toEqual({ isOn: true, last: null, copy: null, failure: null, nextAt: AT })
    expect(await gauges()).toEqual({ last_success_timestamp_seconds: 0, size_bytes: 0, failed: 0 })
  })

  test('see the last one, its size and where it is, and the next', async () => {
    await home.tick()
    const [name = ''] = await home.files()
    const { size } = Bun.file(join(home.folder, name))
    expect(await read()).toEqual({
      isOn: true,
      last: { at: AT, name, place: home.folder, size, rows: expect.any(Number), isEncrypted: false },
      copy: null,
      failure: null,
      nextAt: '2026-11-21T02:30:00.000Z',
    })
    const seconds = Date.parse(AT) / 1000
    expect(await gauges()).toEqual({ last_success_timestamp_seconds: seconds, size_bytes: size, failed: 0 })
  })

  test('see why the last try failed, beside the last good one, and when it is tried again', async () => {
    await home.tick()
    home.clock.advance(24 * 60 * 60 * 1000)
    await home.tick({ backups: { folder: join(home.folder, 'nowhere') } })
    expect(await read()).toMatchObject({
      last: { at: AT },
      failure: { at: '2026-11-21T12:00:00.000Z', reason: 'folder' },
      nextAt: '2026-11-21T13:00:00.000Z',
    })
    expect(await gauges()).toMatchObject({ last_success_timestamp_seconds: Date.parse(AT) / 1000, failed: 1 })
  })

  test('see where it is copied to and whether it is, and nothing of the key', async () => {
    await home.tick()
    const app = withSettings({ ...home.config.backups!, storage: STORAGE })
    expect(await read(app)).toMatchObject({ copy: { place: 'family/homes/ours/', at: null }, nextAt: AT })
    const [name = ''] = await home.files()
    const noted: BackupState = { last: null, copy: { name, at: AT }, failure: null }
    await noteBackupState(home.ctx, {
      ...noted,
      last: { name, folder: '/', at: AT, size: 1, rows: 1, isEncrypted: true },
    })
    expect(await read(app)).toMatchObject({ copy: { at: AT }, nextAt: '2026-11-21T02:30:00.000Z' })
  })

  test('are told where there are none by itself, and alerts have nothing to wait for', async () => {
    await home.tick()
    const app = withSettings(null)
    expect(await read(app)).toEqual({ isOn: false, last: null, copy: null, failure: null, nextAt: null })
    expect(await gauges(app)).toEqual({})
  })

  test('see none where what was noted cannot be read', async () => {
    await home.ctx.db.insert(appConfig).values({ key: 'backups', value: '{"last":', updatedAt: home.ctx.now() })
    expect(await read()).toMatchObject({ last: null, nextAt: AT })
  })
})

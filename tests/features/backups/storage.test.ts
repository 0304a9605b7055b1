import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackups } from '../../../src/features/backups/run'
import { openStorage } from '../../../src/features/backups/storage'
import { readBackupState } from '../../../src/household/backup-state'
import { type Harm, type S3Server, startS3Server } from '../../support/s3-server'
import { servers } from '../../support/servers'
import { type Home, openHome } from './night'

const HOUR = 60 * 60 * 1000
const NOON = 'corkboard-2026-11-20T120000Z.backup'

let s3: S3Server
let home: Home
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.stop())
beforeEach(async () => {
  home = await openHome({ ...s3.settings, BACKUP_S3_PREFIX: 'homes/ours' })
})
afterEach(async () => {
  await home.close()
  s3.mend()
  s3.objects.clear()
  s3.requests.length = 0
})

const state = () => readBackupState(home.ctx)
const keys = () => [...s3.objects.keys()].sort()
const bytesOf = (name: string) => Bun.file(join(home.folder, name)).bytes()

describe('the copy in a storage', () => {
  test('is the same file below the prefix', async () => {
    await home.tick()
    expect(keys()).toEqual([`homes/ours/${NOON}`])
    expect(new Uint8Array(s3.objects.get(`homes/ours/${NOON}`)!)).toEqual(await bytesOf(NOON))
    expect((await state()).copy).toEqual({ name: NOON, at: '2026-11-20T12:00:00.000Z' })
  })

  test('is not begun by a service that stops', async () => {
    await home.tick({ backups: { storage: null } })
    const backups = createBackups(home.ctx)
    backups.stop()
    await backups.tick()
    await home.tick()
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1)
    expect(keys()).toEqual([`homes/ours/${NOON}`])
  })

  test('of a large file goes in parts, whole', async () => {
    const file = join(await servers.folder('large'), 'file')
    const bytes = Buffer.alloc(11 * 1024 * 1024, 'corkboard')
    await Bun.write(file, bytes)
    await openStorage(home.config.backups!.storage!).put('large', file)
    expect(s3.objects.get('homes/ours/large')!.equals(bytes)).toBe(true)
    expect(s3.requests.filter((request) => request.includes('partNumber'))).toHaveLength(3)
    expect(s3.openUploads.size).toBe(0)
  })

  test('stays as long as BACKUP_KEEP says, and others stay for ever', async () => {
    const others = [
      'homes/ours/notes.txt',
      `homes/theirs/${NOON}`,
      'homes/ours/old/corkboard-2020-01-01T033000Z.backup',
    ]
    for (const key of others) s3.objects.set(key, Buffer.from('not ours to end'))
    const keep = { days: 4, weeks: 0, months: 0 }
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      await home.tick({ backups: { keep } })
      home.clock.advance(24 * HOUR)
    }
    const ours = [22, 23, 24, 25].map((day) => `homes/ours/corkboard-2026-11-${day}T120000Z.backup`)
    expect(keys()).toEqual([...ours, ...others].sort())
  })

  test('that nobody may remove is good all the same', async () => {
    const keep = { days: 1, weeks: 0, months: 0 }
    await home.tick()
    home.clock.advance(24 * HOUR)
    s3.break('DELETE', 'denied')
    await home.tick({ backups: { keep } })
    expect((await state()).failure).toBeNull()
    expect(keys()).toHaveLength(2)
    const [warning] = home.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(warning).toMatchObject({ where: 'the storage', reason: 'The storage cannot be used (AccessDenied).' })
  })

  const harms: [string, string, Harm, RegExp][] = [
    ['that is overloaded', 'PUT', 'unavailable', /^The storage cannot be used \(ServiceUnavailable\)\.$/],
    ['that refuses', 'PUT', 'denied', /^The storage cannot be used \(AccessDenied\)\.$/],
    ['that cuts the connection', 'PUT', 'cut', /^The storage cannot be used \(\w+\)\.$/],
    ['that has kept less than it was given', 'PUT', 'short', /another size/],
    ['that does not say what it has', 'HEAD', 'unavailable', /^The storage cannot be used/],
  ]
  test.each(harms)('in one %s is tried again in an hour, without another backup', async (_, method, harm, words) => {
    s3.break(method, harm)
    await home.tick()
    const at = '2026-11-20T12:00:00.000Z'
    expect(await state()).toMatchObject({ last: { name: NOON }, copy: null, failure: { at, reason: 'storage' } })
    const [error] = home.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(error).toMatchObject({ reason: expect.stringMatching(words) })
    if (harm === 'short') expect(keys()).toEqual([])
    s3.mend()
    home.clock.advance(HOUR - 1)
    await home.tick()
    expect((await state()).copy).toBeNull()
    home.clock.advance(1)
    await home.tick()
    expect(await home.files()).toEqual([NOON])
    expect(new Uint8Array(s3.objects.get(`homes/ours/${NOON}`)!)).toEqual(await bytesOf(NOON))
    expect((await state()).failure).toBeNull()
  })

  test('of a file that is gone is one of a new backup', async () => {
    s3.break('PUT', 'denied')
    await home.tick()
    await rm(join(home.folder, NOON))
    s3.mend()
    home.clock.advance(HOUR)
    await home.tick()
    expect(keys()).toEqual(['homes/ours/corkboard-2026-11-20T130000Z.backup'])
  })

  test('needs the right key', async () => {
    const storage = { ...home.config.backups!.storage!, secretAccessKey: 'another' }
    await home.tick({ backups: { storage } })
    expect(keys()).toEqual([])
    expect((await state()).failure?.reason).toBe('storage')
  })
})

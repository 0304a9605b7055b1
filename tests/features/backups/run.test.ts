import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createReadStream, statSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackups } from '../../../src/features/backups/run'
import { readBackupState } from '../../../src/household/backup-state'
import { createContext } from '../../../src/platform/context'
import { checkBackup, restore } from '../../../src/platform/db/backup/restore'
import { openDatabase } from '../../../src/platform/db/client'
import { connect } from '../../../src/platform/db/connect'
import { listItems } from '../../../src/platform/db/schema'
import { type Leases, UNSHARED_LEASES } from '../../../src/platform/lease'
import { bundled } from '../../support/bundle'
import { createDatabase } from '../../support/database'
import { startDatabaseProxy } from '../../support/database-proxy'
import { processesOn } from '../../support/processes'
import { servers } from '../../support/servers'
import { Service, serviceEnvironment } from '../../support/service'
import { type Home, openHome, somebody } from './night'

const whyNoTmpfs = await mounting()

const HOUR = 60 * 60 * 1000
const NOON = 'corkboard-2026-11-20T120000Z.backup'

let home: Home
beforeEach(async () => {
  home = await openHome()
})
afterEach(() => home.close())

/** Items whose texts no compression makes small. */
async function addItems(length: number) {
  const item = { listId: 1, createdAt: home.ctx.now(), updatedAt: home.ctx.now() }
  const rows = Array.from({ length }, (_, n) => ({ ...item, rank: `a${n}`, text: crypto.randomUUID() }))
  await home.ctx.db.insert(listItems).values(rows)
}

const state = () => readBackupState(home.ctx)
const errors = () => home.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')

describe('a backup by itself', () => {
  test('is one whole file for its owner alone, and what is known of it', async () => {
    await home.tick()
    expect(await home.files()).toEqual([NOON])
    const path = join(home.folder, NOON)
    const { mode, size } = await stat(path)
    expect(mode & 0o777).toBe(0o600)
    const { rows } = await checkBackup(createReadStream(path))
    const at = '2026-11-20T12:00:00.000Z'
    expect(await state()).toEqual({
      last: { name: NOON, folder: home.folder, at, size, rows, isEncrypted: false },
      copy: null,
      failure: null,
    })
    expect(rows).toBeGreaterThan(4)
  })

  test('is made once a day at its time, and made up when that was missed', async () => {
    const made: string[] = []
    for (const instant of [
      '2026-11-20T12:00Z',
      '2026-11-20T12:01Z',
      '2026-11-21T02:29Z',
      '2026-11-21T02:30Z',
      '2026-11-21T23:59Z',
      '2026-11-25T09:00Z',
      '2026-11-25T09:01Z',
    ]) {
      const before = await home.files()
      home.clock.set(instant)
      await home.tick()
      if ((await home.files()).length > before.length) made.push(instant)
    }
    expect(made).toEqual(['2026-11-20T12:00Z', '2026-11-21T02:30Z', '2026-11-25T09:00Z'])
  })

  test('ends those that BACKUP_KEEP no longer needs, and nothing else', async () => {
    const keep = { days: 2, weeks: 0, months: 0 }
    await writeFile(join(home.folder, 'corkboard-2026-11-01-033000'), 'made by hand')
    await writeFile(join(home.folder, 'corkboard-2026-11-01T033000Z.backup.gz'), 'not ours')
    for (const _ of [1, 2, 3]) {
      await home.tick({ backups: { keep } })
      home.clock.advance(24 * HOUR)
    }
    expect(await home.files()).toEqual([
      'corkboard-2026-11-01-033000',
      'corkboard-2026-11-01T033000Z.backup.gz',
      'corkboard-2026-11-21T120000Z.backup',
      'corkboard-2026-11-22T120000Z.backup',
    ])
  })

  test('is made by one of two processes, which ask at once', async () => {
    const processes = await processesOn(home.ctx)
    await Promise.all(processes.map(({ ctx }) => createBackups(ctx).tick()))
    for (const { ctx } of processes) await createBackups(ctx).tick()
    expect(await home.files()).toEqual([NOON])
    expect(home.logLines.filter((line) => line.includes('a backup was made'))).toHaveLength(1)
    for (const { leases } of processes) await leases.stop()
  })

  test('is not made again by a process that asks when another has just made it', async () => {
    const late: Leases = {
      ...UNSHARED_LEASES,
      async run(name, work) {
        await createBackups(home.ctx).tick()
        return UNSHARED_LEASES.run(name, work)
      },
    }
    await createBackups(createContext({ ...home.ctx, leases: late })).tick()
    expect(home.logLines.filter((line) => line.includes('a backup was made'))).toHaveLength(1)
  })

  test('gets no name in a process that stood still, since another has taken over', async () => {
    const lost: Leases = {
      ...UNSHARED_LEASES,
      async run(_, work) {
        await work({ isHeld: () => false, confirm: async () => false })
        return true
      },
    }
    await createBackups(createContext({ ...home.ctx, leases: lost })).tick()
    expect(await home.files()).toEqual([])
    expect(await state()).toEqual({ last: null, copy: null, failure: null })
  })

  test('removes what a killed process has left half way', async () => {
    await writeFile(join(home.folder, 'corkboard-2026-11-19T023000Z.backup.part'), 'half')
    await writeFile(join(home.folder, 'film.part'), 'somebody else’s')
    await home.tick()
    expect(await home.files()).toEqual([NOON, 'film.part'])
  })

  test('of a file that is gone is made anew', async () => {
    const { recipient } = await somebody()
    await home.tick()
    await rm(join(home.folder, NOON))
    home.clock.advance(15 * HOUR)
    await home.tick({ backups: { recipient } })
    expect(await home.files()).toEqual(['corkboard-2026-11-21T030000Z.backup.age'])
  })

  test('is never due without BACKUP_DIR', async () => {
    const config = { ...home.config, backups: null }
    await createBackups(createContext({ ...home.ctx, config })).tick()
    expect(await home.files()).toEqual([])
  })
})

describe('encrypted', () => {
  test('it opens for the identity of its recipient alone', async () => {
    const [ours, theirs] = [await somebody(), await somebody()]
    await home.tick({ backups: { recipient: ours.recipient } })
    const path = join(home.folder, `${NOON}.age`)
    expect((await readFile(path)).includes('Groceries')).toBe(false)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { last } = await state()
    expect(last).toMatchObject({ isEncrypted: true, size: statSync(path).size })
    const opened = await checkBackup(createReadStream(path), { identities: [theirs.identity, ours.identity] })
    expect(opened.rows).toBe(last!.rows)
    const refused = (identities: string[]) => checkBackup(createReadStream(path), { identities }).catch(String)
    expect(await refused([])).toContain('Name the file with the identity')
    expect(await refused([theirs.identity])).toContain('encrypted for somebody else')
  })

  test('it is restored with its identity, and refused when a byte of it is another', async () => {
    const { identity, recipient } = await somebody()
    await home.tick({ backups: { recipient } })
    const path = join(home.folder, `${NOON}.age`)
    const empty = await createDatabase()
    const rows = await restore(empty.config, path, home.clock.now(), { identities: [identity] })
    expect(rows).toBe((await state()).last!.rows)
    await empty.drop()
    const bytes = await readFile(path)
    const changed = Buffer.from(bytes)
    changed[bytes.length - 20]! ^= 1
    for (const damaged of [changed, bytes.subarray(0, -20)]) {
      await writeFile(path, damaged)
      const check = checkBackup(createReadStream(path), { identities: [identity] })
      expect(await check.catch(String)).toBe('BackupError: The encrypted file is damaged or cut short.')
    }
  })

  test('it is made by what production runs, too', async () => {
    const { identity, recipient } = await somebody()
    const own = { BACKUP_DIR: home.folder, BACKUP_AGE_RECIPIENT: recipient }
    const service = new Service(serviceEnvironment(home.config.database, own), await bundled())
    const { file, rows } = await service.said('a backup was made')
    expect(await service.stop()).toBe(0)
    const input = createReadStream(join(home.folder, file as string))
    expect((await checkBackup(input, { identities: [identity] })).rows).toBe(rows as number)
  })

  test('a recipient with a wrong letter is none, and nothing is written for nobody', async () => {
    const { recipient } = await somebody()
    const wrong = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
    await home.tick({ backups: { recipient: wrong } })
    expect(await home.files()).toEqual([])
    expect((await state()).failure?.reason).toBe('recipient')
    expect(errors()).toMatchObject([
      { reason: 'BACKUP_AGE_RECIPIENT is not a recipient of age: a character of it is wrong.' },
    ])
  })
})

describe('what fails leaves the last good one, says why, and is tried again in an hour:', () => {
  /** A good one from the day before yesterday, and the next is due. */
  beforeEach(async () => {
    await home.tick()
    home.clock.advance(24 * HOUR)
  })

  async function expectFailure(reason: string, words: string | RegExp) {
    expect(await home.files()).toEqual([NOON])
    const { last, failure } = await state()
    expect(last?.name).toBe(NOON)
    expect(failure).toEqual({ at: '2026-11-21T12:00:00.000Z', reason: reason as never })
    const nextTry = '2026-11-21T13:00:00.000Z'
    expect(errors()).toMatchObject([
      { message: 'the backup failed; the last good one is kept', reason: expect.stringMatching(words), nextTry },
    ])
  }

  async function expectMendedInAnHour() {
    home.clock.advance(HOUR - 1)
    await home.tick()
    expect(await home.files()).toEqual([NOON])
    home.clock.advance(1)
    await home.tick()
    expect(await home.files()).toEqual([NOON, 'corkboard-2026-11-21T130000Z.backup'])
    expect((await state()).failure).toBeNull()
  }

  test('the folder is gone', async () => {
    await home.tick({ backups: { folder: join(home.folder, 'nowhere') } })
    await expectFailure('folder', 'There is no such file or folder.')
    await expectMendedInAnHour()
  })

  test('it is no folder', async () => {
    await home.tick({ backups: { folder: join(home.folder, NOON) } })
    await expectFailure('folder', 'There is no such folder.')
    await expectMendedInAnHour()
  })

  test.each(['before', 'in the middle'])('the database is gone %s', async (when) => {
    await addItems(3_000)
    const proxy = startDatabaseProxy(home.config.database)
    proxy.vanishAt(when === 'before' ? 'consistent snapshot' : 'from `list_items` where')
    await home.tick({ database: proxy.config })
    proxy.stop()
    await expectFailure('database', /^The database (cannot be reached|has closed)/)
    await expectMendedInAnHour()
  })

  test.skipIf(whyNoTmpfs !== null)(`there is no room${whyNoTmpfs ?? ''}`, async () => {
    const small = join(await servers.folder('small'), 'disk')
    await mkdir(small)
    await Bun.$`mount -t tmpfs -o size=16k corkboard ${small}`
    try {
      await addItems(3_000)
      await home.tick({ backups: { folder: small } })
      await expectFailure('full', 'The disk is full.')
      expect(await readdir(small)).toEqual([])
    } finally {
      await Bun.$`umount ${small}`
    }
    await expectMendedInAnHour()
  })

  test.each(['plain', 'encrypted'])('the disk has changed a byte of it, which is %s', async (kind) => {
    const { recipient } = await somebody()
    await addItems(3_000)
    const holding = await connect(home.config.database)
    await holding.query('lock tables unknown_tokens write')
    const ticking = home.tick({ backups: { recipient: kind === 'plain' ? null : recipient } })
    const draft = join(home.folder, `corkboard-2026-11-21T120000Z.backup${kind === 'plain' ? '' : '.age'}.part`)
    while (Bun.file(draft).size === 0) await Bun.sleep(5)
    const disk = await open(draft, 'r+')
    await disk.write('x', 0)
    await disk.close()
    await holding.end()
    await ticking
    await expectFailure('damaged', /^(The file is not a Corkboard backup|What was written is not what was read)/)
    await expectMendedInAnHour()
  })

  test('the database is gone, and cannot even be told', async () => {
    const proxy = startDatabaseProxy(home.config.database)
    const database = openDatabase(proxy.config)
    const config = { ...home.config, database: proxy.config }
    const backups = createBackups(createContext({ ...home.ctx, config, db: database.db }))
    proxy.vanishAt('consistent snapshot')
    await backups.tick()
    expect(errors()).toHaveLength(1)
    expect((await state()).failure).toBeNull()
    proxy.comeBack()
    await backups.tick()
    expect(await home.files()).toEqual([NOON])
    home.clock.advance(HOUR)
    await backups.tick()
    expect(await home.files()).toHaveLength(2)
    await database.close()
    proxy.stop()
  })
})

describe('a service that is started again after one failed', () => {
  const failed = () => errors().length

  test('tries at once, whatever failed before its start, and then again in an hour', async () => {
    const nowhere = { ...home.config, backups: { ...home.config.backups!, folder: join(home.folder, 'nowhere') } }
    const startedAt = () => ({ startedAt: home.clock.now() })
    await createBackups(createContext({ ...home.ctx, config: nowhere }), startedAt()).tick()
    expect(failed()).toBe(1)

    home.clock.advance(60_000)
    const again = createBackups(createContext({ ...home.ctx, config: nowhere }), startedAt())
    for (const _ of [1, 2, 3]) {
      await again.tick()
      home.clock.advance(60_000)
    }
    expect(failed()).toBe(2)

    const mended = createBackups(home.ctx, startedAt())
    await mended.tick()
    expect(await home.files()).toEqual(['corkboard-2026-11-20T120400Z.backup'])
    expect((await state()).failure).toBeNull()
  })

  test('does so as it is run', async () => {
    const folder = join(home.folder, 'later')
    const env = serviceEnvironment(home.config.database, { BACKUP_DIR: folder })
    const service = new Service(env)
    await service.said('the backup failed; the last good one is kept')
    expect(await service.stop()).toBe(0)
    await mkdir(folder)
    const next = new Service(env)
    const { file } = await next.said('a backup was made')
    expect(await readdir(folder)).toEqual([file as string])
    expect(await next.stop()).toBe(0)
  })
})

describe('a service that is killed in the middle of one', () => {
  test('leaves the last good one and no file with a good name; the next start makes it up', async () => {
    // The service has the machine's clock.
    home.clock.set(new Date(Date.now() - 48 * HOUR).toISOString())
    await home.tick()
    const [good = ''] = await home.files()
    const env = serviceEnvironment(home.config.database, { BACKUP_DIR: home.folder })
    const holding = await connect(home.config.database)
    await holding.query('lock tables unknown_tokens write')
    const service = new Service(env)
    while (!(await home.files()).some((name) => name.endsWith('.part'))) await Bun.sleep(5)
    service.child.kill('SIGKILL')
    await service.child.exited
    await holding.end()
    expect(await home.files()).toEqual([good, expect.stringMatching(/^corkboard-.*Z\.backup\.part$/)])

    const next = new Service(env)
    const { file } = await next.said('a backup was made')
    expect(await home.files()).toEqual([good, file as string])
    expect(await next.stop()).toBe(0)
  })

  test('that is told to stop gives it up at once, which is no failure', async () => {
    const holding = await connect(home.config.database)
    await holding.query('lock tables unknown_tokens write')
    const service = new Service(serviceEnvironment(home.config.database, { BACKUP_DIR: home.folder }))
    while ((await home.files()).length === 0) await Bun.sleep(5)
    expect(await service.stop()).toBe(0)
    await holding.end()
    expect(service.lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(await home.files()).toEqual([])
    expect(await state()).toEqual({ last: null, copy: null, failure: null })
  })
})

/** Why no small disk can be had, for the name of the test; null: it can. */
async function mounting(): Promise<string | null> {
  const folder = await servers.folder('mount')
  const { exitCode } = await Bun.$`mount -t tmpfs -o size=16k corkboard ${folder}`.nothrow().quiet()
  if (exitCode !== 0) return ' (only whom mount lets make a small disk)'
  await Bun.$`umount ${folder}`
  return null
}

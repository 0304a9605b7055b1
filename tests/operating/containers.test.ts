import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { blockWith, replaced } from '../support/documents'
import { rejectionOf } from '../support/rejection'
import { secret } from '../support/secrets'
import { whyNoEngine } from './engine'
import { InstalledHousehold, PASSWORD } from './household'

const MANUAL = 'docs/operating.md'
const MINUTES = 60_000
const RESTORES = /restores: Restored \d+ rows\.( 1 migration\(s\) applied\.)?/
const ANOTHER = secret('a password of another day')
const why = whyNoEngine()

describe.skipIf(why !== null)(`the manual on a container engine${why === null ? '' : `: ${why}`}`, () => {
  let household: InstalledHousehold
  beforeAll(async () => {
    household = await InstalledHousehold.install()
    await household.signIn()
    await household.keepCalendarHere()
  }, 20 * MINUTES)
  afterAll(() => household?.remove(), 3 * MINUTES)
  beforeEach(() => household.signIn(), 2 * MINUTES)

  const story = (name: string, tell: () => Promise<void>) => test(name, tell, 10 * MINUTES)
  const follow = async (words: string) => household.follow(await blockWith(MANUAL, words))

  story('an event that is made behind the proxy is on the household’s own calendar server', async () => {
    await household.makeEvent('Chimney sweep', '2027-03-01')
    await household.reachesPhone('Chimney sweep')
    expect(await household.titlesOn('2027-03-01')).toEqual(['Chimney sweep'])
    expect((await household.client.ask('GET /metrics')).status).toBe(404)
  })

  story('doctor finds nothing that has failed', async () => {
    const told = await follow('bun run doctor')
    expect(told).toMatch(/^ok .*database: /m)
    expect(told).not.toMatch(/^fail/m)
  })

  story(
    'a newer version applies its migration, and everything is there; a backup of before restores into it',
    async () => {
      await household.makeEvent('Before the upgrade', '2027-03-02')
      const backup = await household.backUp()
      const migration = await household.installation.publishNewerVersion()
      await household.upgrade()
      await household.answers()
      expect(await household.installation.run('docker compose logs migrate')).toContain(`Applied ${migration}`)
      expect(await household.titlesOn('2027-03-02')).toEqual(['Before the upgrade'])
      expect(await follow('bun run doctor')).not.toMatch(/^fail/m)
      expect(await household.drill(backup)).toMatch(RESTORES)
    },
  )

  story('a backup by the line for cron restores, in a drill that leaves nothing', async () => {
    const backup = await household.backUp()
    expect((await stat(backup)).mode & 0o077).toBe(0)
    const before = await household.installation.belongings()
    expect(await household.drill(backup)).toMatch(RESTORES)
    expect(await household.installation.belongings()).toEqual(before)
  })

  test.skipIf(![0, 1000].includes(process.getuid?.() ?? -1))(
    'a backup that the service makes by itself for an identity restores with it (as root, or as the user of the image)',
    async () => {
      const identity = secret(await generateIdentity())
      const backup = await household.backUpByItself(await identityToRecipient(identity))
      const file = join(household.installation.home, 'identity.txt')
      await writeFile(file, `${identity}\n`, { mode: 0o600 })
      expect(await household.drill(backup, file)).toMatch(RESTORES)
      expect((await rejectionOf(household.drill(backup))).message).toContain('The backup is encrypted')
    },
    10 * MINUTES,
  )

  story('a restore brings back what was there, and keeps what it replaces in a volume of its own', async () => {
    await household.makeEvent('In the backup', '2027-03-03')
    const backup = await household.backUp()
    await household.makeEvent('After the backup', '2027-03-04')
    await household.follow(await household.restoreCommands(backup))
    await household.answers()
    await household.signIn()
    expect(await household.titlesOn('2027-03-03')).toEqual(['In the backup'])
    const { volumes } = await household.installation.belongings()
    expect(volumes.filter((name) => name.includes('-before-'))).toHaveLength(1)
  })

  story('another encryption key opens what the former one has encrypted', async () => {
    await household.changeEncryptionKey()
    expect(await follow('bun run rekey')).toBeString()
    await household.answers()
    expect(await follow('bun run doctor')).not.toMatch(/^fail/m)
    await household.makeEvent('With another key', '2027-03-05')
    await household.reachesPhone('With another key')
  })

  story('secrets in files are read by the service, and by whatever is run beside it', async () => {
    await household.withSecretsInFiles(async () => {
      expect(await follow('bun run doctor')).toContain('key: opens 1 of 1 ')
      const told = await household.follow('docker compose run --rm --no-deps -T migrate bun run --silent config')
      expect(told).toMatch(/^APP_PASSWORD_ENCRYPTION_KEY=\(set, \d+ characters\) \(source: file\)$/m)
    })
  })

  story('a password is set from standard input, and signs in', async () => {
    const commands = await blockWith(MANUAL, 'bun run member password')
    await household.follow(commands, `${ANOTHER}\n`)
    await household.signIn(ANOTHER)
    await household.follow(commands, `${PASSWORD}\n`)
    await household.signIn()
  })

  story('somebody else is let into the calendar server by hand', async () => {
    const commands = await blockWith('docs/providers.md', '/users/htpasswd')
    await household.follow(commands, `${ANOTHER}\n`)
    const eve = (password: string) => household.calendarServerAnswers('eve', password)
    expect([await eve(ANOTHER), await eve('a guess')]).toEqual([207, 401])
  })

  story('phones are told the address outside', async () => {
    await household.follow(await blockWith('docs/providers.md', 'HOME_CALDAV_PUBLIC_URL='))
    await household.answers()
    const { body } = await household.client.ask('GET /api/me/home-account')
    expect(body).toMatchObject({ username: 'ada', serverUrl: 'https://calendar.example.org/' })
  })

  story('the calendars that are kept here are archived', async () => {
    const backups = await household.installation.backups()
    const commands = replaced(await blockWith(MANUAL, 'tar -czf'), '/srv/backups:', `${backups}:`)
    await household.follow(household.installation.named(commands))
    const [archive] = (await readdir(backups)).filter((name) => name.startsWith('calendars-'))
    const listing = await Bun.$`tar -tzf ${join(backups, archive!)}`.text()
    expect(listing).toContain('./users/htpasswd\n')
    expect(listing).toMatch(/^\.\/radicale\/collections\/.*\/ada\/calendar\//m)
  })
})

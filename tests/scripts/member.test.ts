import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { lockHousehold } from '../../src/household/lock'
import { createMember } from '../../src/household/members'
import { addLocalMember } from '../../src/identity/local/accounts'
import { announcements, formerNames, members, persons } from '../../src/platform/db/schema'
import { inTransaction } from '../../src/platform/db/transaction'
import { ask, cookieFor } from '../support/cast'
import { createDatabase } from '../support/database'
import { type Household, openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { secret } from '../support/secrets'
import { databaseVariables, shellVariables } from '../support/service'

const ROOT = join(import.meta.dir, '../..')
const PASSWORD = secret('typed by the operator')
const NEW = secret('typed by the operator later')

const household = opened(openHousehold)

const environment = (database: Household['config']['database']) => ({
  ...shellVariables(),
  ...databaseVariables(database),
})

/** Runs the command as an operator would, with nothing but the database in the environment. */
async function member(args: string[], input = '', database = household.config.database) {
  const child = Bun.spawn([process.execPath, 'scripts/member.ts', ...args], {
    cwd: ROOT,
    env: environment(database),
    stdio: [new TextEncoder().encode(input), 'pipe', 'pipe'],
  })
  const [output, problems, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { output, problems, exitCode }
}

const login = async (username: string, password: string) =>
  (await ask(household, null, 'POST /api/auth/local/login', { username, password })).status

test('the first admin is added, changed and listed', async () => {
  const added = await member(['add', '--name', ' Ada ', '--username', 'ada', '--admin'], `${PASSWORD}\nmore\n`)
  const id = JSON.parse(added.output).id as number
  expect(added).toEqual({ output: `{"id":${id}}\n`, problems: '', exitCode: 0 })
  expect(await login('ada', PASSWORD)).toBe(200)

  const changed = await member(['password', '--username', 'ADA'], NEW)
  expect(changed).toEqual({ output: `{"id":${id}}\n`, problems: '', exitCode: 0 })
  expect([await login('ada', PASSWORD), await login('ada', NEW)]).toEqual([401, 200])

  const listed = JSON.parse((await member(['list'])).output) as { id: number }[]
  const ada = { id, displayName: 'Ada', username: 'ada', isAdmin: true, oidcIssuer: null }
  expect(listed.filter((row) => row.id === id)).toEqual([ada])
})

test('the role is given and taken, but not from the last', async () => {
  const added = await member(['add', '--name', 'Ben', '--username', 'ben'], PASSWORD)
  const id = JSON.parse(added.output).id as number
  const isAdmin = async () => (await household.ctx.db.select().from(members).where(eq(members.id, id)))[0]?.isAdmin
  expect(await isAdmin()).toBe(false)
  expect((await member(['admin', '--username', 'ben', 'on'])).exitCode).toBe(0)
  expect(await isAdmin()).toBe(true)
  await member(['add', '--name', 'Cleo', '--username', 'cleo', '--admin'], PASSWORD)
  expect((await member(['admin', 'off', '--id', String(id)])).output).toBe(`{"id":${id},"isAdmin":false}\n`)

  const admins = await household.ctx.db.select().from(members).where(eq(members.isAdmin, true))
  const last = admins.pop()!
  for (const { id: other } of admins) expect((await member(['admin', 'off', '--id', String(other)])).exitCode).toBe(0)
  const refused = await member(['admin', 'off', '--id', String(last.id)])
  expect(refused).toEqual({ output: '', problems: 'The last admin keeps the role\n', exitCode: 1 })
})

describe('what an administrator may do in the client, an operator may here', () => {
  const added = async (name: string) => {
    const { output } = await member(['add', '--name', name, '--username', name.toLowerCase()], PASSWORD)
    return JSON.parse(output).id as number
  }
  /** By the household's clock, by which sessions are issued. */
  const seated = (name: string) =>
    addLocalMember(household.ctx, { displayName: name, username: name.toLowerCase(), password: PASSWORD })
  const sessionOf = async (id: number) => ({ cookie: await cookieFor(household.ctx, id) })
  const announced = async () => {
    const [row] = await household.ctx.db.select().from(announcements).orderBy(desc(announcements.id)).limit(1)
    return row?.body
  }

  test('rename, and the events that say the former name stay theirs', async () => {
    const id = await added('Gus')
    const renamed = await member(['rename', '--username', 'gus', '--name', ' Gustav '])
    expect(renamed).toEqual({ output: `{"id":${id},"displayName":"Gustav"}\n`, problems: '', exitCode: 0 })
    const [person] = await household.ctx.db.select().from(persons).where(eq(persons.memberId, id))
    const former = await household.ctx.db.select().from(formerNames).where(eq(formerNames.personId, person!.id))
    expect(former.map(({ nameKey }) => nameKey)).toEqual(['gus'])
  })

  test('unlock a name that was tried too often', async () => {
    const id = await added('Hal')
    for (let attempt = 0; attempt < 5; attempt++) expect(await login('hal', 'a wrong password')).toBe(401)
    expect(await login('hal', PASSWORD)).toBe(429)
    expect((await member(['unlock', '--username', 'hal'])).output).toBe(`{"id":${id}}\n`)
    expect(await login('hal', PASSWORD)).toBe(200)
  })

  test('but no password for who signs in elsewhere, and it is not asked for', async () => {
    const { ctx } = household
    const id = await inTransaction(ctx.db, async (tx) => {
      await lockHousehold(ctx, tx)
      return createMember(ctx, tx, { displayName: 'Lea', identity: { issuer: 'https://id.test', subject: 'lea' } })
    })
    const refused = { output: '', problems: 'This member has no password here.\n', exitCode: 1 }
    for (const command of ['password', 'unlock']) expect(await member([command, '--id', String(id)])).toEqual(refused)
  })

  test('sign somebody out everywhere, and every process hears of it', async () => {
    const id = await seated('Ida')
    const session = await sessionOf(id)
    expect((await ask(household, session, 'GET /api/me')).status).toBe(200)
    expect((await member(['sign-out', '--username', 'ida'])).output).toBe(`{"id":${id}}\n`)
    expect((await ask(household, session, 'GET /api/me')).status).toBe(401)
    expect(await announced()).toContain(`"topic":"sessions-ended","memberId":${id}`)
  })

  test('remove somebody, when it is said twice', async () => {
    const id = await seated('Jo')
    const session = await sessionOf(id)
    expect((await ask(household, session, 'GET /api/me')).status).toBe(200)
    const there = () => household.ctx.db.$count(members, eq(members.id, id))
    const asked = await member(['remove', '--username', 'jo'])
    expect(asked).toMatchObject({ output: '', exitCode: 1 })
    expect(asked.problems).toContain('cannot be taken back: add --yes.')
    expect(await there()).toBe(1)
    expect(await member(['remove', '--username', 'jo', '--yes'])).toMatchObject({
      output: `{"id":${id}}\n`,
      exitCode: 0,
    })
    expect(await there()).toBe(0)
    expect((await ask(household, session, 'GET /api/me')).status).toBe(401)
    expect(await announced()).toContain(`"topic":"sessions-ended","memberId":${id}`)
  })
})

describe('at a terminal', () => {
  /** Types the answers, each when the prompt before it stands there. */
  async function typed(args: string[], answers: string[]) {
    let screen = ''
    let heard = Promise.withResolvers<void>()
    await using terminal = new Bun.Terminal({
      data: (_, bytes) => {
        screen += new TextDecoder().decode(bytes)
        heard.resolve()
        heard = Promise.withResolvers<void>()
      },
    })
    const child = Bun.spawn([process.execPath, 'scripts/member.ts', ...args], {
      cwd: ROOT,
      env: environment(household.config.database),
      terminal,
    })
    for (const [asked, answer] of answers.entries()) {
      while (screen.split(': ').length <= asked + 1 && child.exitCode === null) {
        await Promise.race([heard.promise, child.exited])
      }
      terminal.write(answer)
    }
    const exitCode = await child.exited
    const settings = Bun.spawn(['stty', '-a'], { terminal })
    await settings.exited
    while (!/[ -]echo /.test(screen)) await heard.promise
    return { exitCode, screen, echoes: / echo /.test(screen) }
  }

  test('the password is asked for unseen, twice', async () => {
    const add = ['add', '--name', 'Eve', '--username', 'eve']
    const { exitCode, screen, echoes } = await typed(add, [`${PASSWORD}\r`, `${PASSWORD}\r`])
    expect(screen).toStartWith('Password: \r\nThe same again: \r\n{"id":')
    expect(screen).not.toContain(PASSWORD)
    expect({ exitCode, echoes }).toEqual({ exitCode: 0, echoes: true })
    expect(await login('eve', PASSWORD)).toBe(200)
  })

  const changes: [string, string[], string, number][] = [
    ['two that differ', [`${NEW}\r`, `${NEW}x\r`], 'The two differ.', 1],
    ['a slip that was taken back', [`${NEW}xx\x7f\x7f\r`, `${NEW}\r`], '{"id":', 0],
    ['Ctrl-C', [`${NEW}\x03`], '', 130],
    ['Ctrl-D', ['\x04'], 'first line of standard input', 1],
  ]
  test.each(changes)('%s', async (name, answers, words, code) => {
    const username = name.replaceAll(/\W/g, '-')
    await member(['add', '--name', 'Finn', '--username', username], PASSWORD)
    const { exitCode, screen, echoes } = await typed(['password', '--username', username], answers)
    expect(screen).toContain(words)
    expect(screen).not.toContain(NEW)
    expect({ exitCode, echoes }).toEqual({ exitCode: code, echoes: true })
    expect(await login(username, code === 0 ? NEW : PASSWORD)).toBe(200)
  })
})

describe('what is wrong is said in a line, and nothing is added', () => {
  test.each([
    ['no command', [], '', 'bun run member add'],
    ['no name', ['add', '--username', 'x'], PASSWORD, 'bun run member add'],
    ['an unknown option', ['add', '--password', 'x'], '', 'bun run member add'],
    ['a blank name', ['add', '--name', ' ', '--username', 'x'], PASSWORD, 'name: expected text'],
    [
      'a name with a tab',
      ['add', '--name', 'A\tB', '--username', 'x'],
      PASSWORD,
      'name: expected no control characters',
    ],
    ['a new name with a tab', ['rename', '--id', '1', '--name', 'A\tB'], '', 'name: expected no control characters'],
    ['no password', ['add', '--name', 'X', '--username', 'x'], '', 'first line of standard input'],
    ['a short password', ['add', '--name', 'X', '--username', 'x'], 'short\n', 'password: expected 8 to 1000'],
    ['a member nobody knows', ['password', '--username', 'nobody'], PASSWORD, 'No member signs in'],
    ['an id nobody has', ['admin', 'on', '--id', '999999'], '', 'Not found'],
    ['a new name that is blank', ['rename', '--id', '1', '--name', ' '], '', 'name: expected text'],
    ['no new name', ['rename', '--id', '1'], '', 'bun run member rename'],
    ['a command of every object', ['toString'], '', 'bun run member add'],
    ['neither on nor off', ['admin', '--id', '1', 'maybe'], '', 'bun run member add'],
    ['both on and off', ['admin', '--id', '1', 'on', 'off'], '', 'a word too many'],
    ['a name without quotes', ['add', '--name', 'Ada', 'Lovelace', '--username', 'x'], PASSWORD, 'a word too many'],
    ['more than a list', ['list', 'ada'], '', 'a word too many'],
    ['a member named twice', ['remove', '--id', '1', '--username', 'ada', '--yes'], '', 'not by both'],
    ['an id that is none', ['sign-out', '--id', 'ada'], '', 'bun run member add'],
  ])('%s', async (_, args, input, words) => {
    const before = await household.ctx.db.$count(members)
    const { output, problems, exitCode } = await member(args, input)
    expect({ output, exitCode }).toEqual({ output: '', exitCode: 1 })
    expect(problems).toContain(words)
    expect(problems).not.toContain('    at ')
    expect(await household.ctx.db.$count(members)).toBe(before)
  })

  test('a username that is taken', async () => {
    await member(['add', '--name', 'Dora', '--username', 'dora'], PASSWORD)
    const again = await member(['add', '--name', 'Dora', '--username', 'Dora'], PASSWORD)
    expect(again).toEqual({ output: '', problems: 'This username is in use\n', exitCode: 1 })
  })

  test('a database that is behind, and one that is not there', async () => {
    const empty = await createDatabase()
    const behind = await member(['list'], '', empty.config)
    expect(behind.problems).toContain('bun run db:migrate')
    expect(behind.exitCode).toBe(1)
    await empty.drop()
    const gone = await member(['list'], '', { ...empty.config, port: 9 })
    expect(gone.problems).toContain('The database cannot be reached.')
    expect(gone.exitCode).toBe(1)
  })
})

import { beforeAll, describe, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { signInWithPassword } from '../../src/identity/local/password-sign-in'
import { ask } from '../support/cast'
import { openHousehold } from '../support/household'
import { opened } from '../support/opened'
import { secret } from '../support/secrets'
import { servers } from '../support/servers'

const OURS = join(import.meta.dir, '../../deploy/fail2ban')
const FILTER = join(OURS, 'filter.d/corkboard.conf')
const THEIRS = '/etc/fail2ban'
const WRONG = secret('the wrong password')
const ADDRESSES = ['192.0.2.7', '2001:db8::7']
/** Each fails five times, waits six, and the last of those is told that the name is locked. */
const BANNED = ADDRESSES.flatMap((address) => Array<string>(11).fill(address))

const household = opened(() => openHousehold())
let failures: string[]
let others: string[]
beforeAll(async () => {
  const { ctx, logLines } = household
  for (const address of ADDRESSES) {
    for (let attempt = 0; attempt < 11; attempt++) {
      await signInWithPassword(ctx, { username: `somebody at ${address}`, password: WRONG, address }).catch(() => {})
    }
  }
  failures = logLines.splice(0).map((line) => line.trimEnd())
  ctx.log.warn('something else', { error: failures[0], address: ADDRESSES[0] })
  ctx.log.warn(`a message with ${failures[0]}`, { address: ADDRESSES[0] })
  await ask(household, null, 'GET /callback?code=stolen')
  others = [...logLines.splice(0).map((line) => line.trimEnd()), `a line that holds one as it is ${failures[0]}`]
})

/** The ways in which a line of the log reaches whoever reads it. */
const WAYS: [string, (line: string) => string][] = [
  ['in a file', (line) => line],
  ['in the journal', (line) => `host corkboard[812]: ${line}`],
  [
    "wrapped by Docker's json-file driver",
    (line) => JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-11-20T12:00:00.1234567Z' }),
  ],
]

/** The filter's expressions, in the words of this runtime: fail2ban's own terms and Python's notation replaced. */
async function readFilter() {
  const text = await Bun.file(FILTER).text()
  const [, date = ''] = /^datepattern = (.+)$/m.exec(text) ?? []
  const [, failures = ''] = /^failregex = ([\s\S]+?)\n\n/m.exec(text) ?? []
  const digits: Record<string, string> = { Y: '\\d{4}', f: '\\d+', z: 'Z' }
  return {
    date: new RegExp(date.replaceAll(/%%(\w)/g, (_, part: string) => digits[part] ?? '\\d\\d')),
    failures: failures.split(/\n\s+/).map((line) => new RegExp(line.replace('<ADDR>', '(?<address>[0-9a-f.:]+)'))),
  }
}

describe.each(WAYS)("fail2ban's filter on the log %s", (_, wrap) => {
  test('finds the address of each sign-in that failed, with its date cut out or not', async () => {
    const { date, failures: expressions } = await readFilter()
    expect(expressions).toHaveLength(2)
    const found = (line: string) => expressions.map((one) => one.exec(line)?.groups?.address).find(Boolean)
    const cut = (line: string) => line.replace(date, '')
    const [line] = failures.map(wrap)
    expect(cut(line!)).not.toBe(line!)
    for (const seen of [(text: string) => text, cut]) {
      expect(failures.map((each) => found(seen(wrap(each))))).toEqual(BANNED)
      expect(others.map((each) => found(seen(wrap(each))))).toEqual(others.map(() => undefined))
    }
  })

  test.skipIf(Bun.which('fail2ban-regex') === null)('finds the same in fail2ban itself', async () => {
    const log = join(await servers.folder('fail2ban'), 'corkboard.log')
    await Bun.write(log, [...others, ...failures].map((line) => `${wrap(line)}\n`).join(''))
    const found = await Bun.$`fail2ban-regex --out ip ${log} ${FILTER}`.text()
    expect(found.trim().split('\n')).toEqual(BANNED)
  })
})

test('there are lines of other things to be passed over', () => {
  expect(others.length).toBeGreaterThanOrEqual(4)
})

test.skipIf(Bun.which('fail2ban-client') === null)('fail2ban takes the jail, and keeps proxies out of it', async () => {
  const folder = await servers.folder('fail2ban')
  await cp(THEIRS, folder, { recursive: true })
  // The system's own jails want logs that need not be here.
  await rm(join(folder, 'jail.d'), { recursive: true })
  await cp(OURS, folder, { recursive: true })
  const words = await Bun.$`fail2ban-client -c ${folder} -d`.text()
  expect(words).toContain("['add', 'corkboard', 'systemd']")
  expect(words).toContain("'127.0.0.0/8', '::1', '172.16.0.0/12'")
  expect(words).toContain("echo 'tcp,udp'")
  expect((await Bun.$`fail2ban-client -c ${folder} -t`.quiet()).exitCode).toBe(0)
})

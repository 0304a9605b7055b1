import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { blockWith, commandsOf, replaced } from '../support/documents'
import { secret } from '../support/secrets'
import { whyNoEngine } from './engine'
import { Installation } from './installation'

const MANUAL = 'deploy/replicas/README.md'
const PASSWORD = secret('correct horse battery')
const MINUTES = 60_000
const why = whyNoEngine()

describe.skipIf(why !== null)(`two of everything on a container engine${why === null ? '' : `: ${why}`}`, () => {
  let installation: Installation
  /** What each command of the manual begins with: its folder and its alias. */
  let preamble: string
  beforeAll(async () => {
    installation = await Installation.clone()
    await installation.run('cp .env.example .env')
    await installation.fillIn()
    const founder = `${installation.project}-founder`
    const start = replaced(await blockWith(MANUAL, '--wsrep-new-cluster'), 'founder', founder)
    const [folder = '', alias = ''] = commandsOf(start)
    preamble = `shopt -s expand_aliases\n${folder}\n${alias}\n`
    await installation.run(`shopt -s expand_aliases\n${start}`)
    await follow('replicas up -d --wait corkboard1 corkboard2')
  }, 20 * MINUTES)
  afterAll(() => installation?.remove(), 3 * MINUTES)

  const follow = (command: string, input?: string) => installation.run(`${preamble}${command}`, { input })
  const url = (path: string) => `http://127.0.0.1:${installation.ports.service}${path}`

  async function signIn(): Promise<number> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ username: 'ada', password: PASSWORD })
    return (await fetch(url('/api/auth/local/login'), { method: 'POST', headers, body })).status
  }

  /** The answers that are not as they should be while something else is done, and how many there were. */
  async function askedDuring(work: Promise<unknown>) {
    let isDone = false
    const done = work.finally(() => {
      isDone = true
    })
    const answers: (number | string)[] = []
    while (!isDone) {
      // Whoever drains says so at /health/ready, and answers everything else.
      answers.push(await fetch(url('/health')).then(({ status }) => status, String))
      await Bun.sleep(50)
    }
    await done
    return { count: answers.length, others: answers.filter((answer) => answer !== 200) }
  }

  test(
    'three nodes and two services come up, and a newer version comes without a gap',
    async () => {
      const add = 'replicas exec -T corkboard1 bun run member add --name Ada --username ada --admin'
      await follow(add, `${PASSWORD}\n`)
      expect(await signIn()).toBe(200)
      expect(await follow('replicas exec -T corkboard2 bun run doctor')).not.toMatch(/^fail/m)
      expect(await follow('replicas logs corkboard1')).not.toContain('ASSETS_KEPT')

      const migration = await installation.publishNewerVersion()
      await installation.run('git pull')
      const commands = commandsOf(await blockWith(MANUAL, 'replicas build migrate'))
      const upgrade = async () => {
        let said = ''
        for (const command of commands) said += await follow(command)
        return said
      }
      const upgraded = upgrade()
      const { count, others } = await askedDuring(upgraded)
      expect(await upgraded).toContain(`Applied ${migration}`)
      expect(count).toBeGreaterThan(10)
      expect(others).toEqual([])
      expect(await signIn()).toBe(200)
    },
    15 * MINUTES,
  )
})

import { join } from 'node:path'
import { inheritedClock } from '../../scripts/test/clock'
import type { TestDatabase } from './database'
import { TEST_ENCRYPTION_KEY, TEST_SESSION_SECRET } from './household'

const ROOT = join(import.meta.dir, '../..')
const SOURCES = [process.execPath, 'src/index.ts']

/** What names a test database to a command. */
export const databaseVariables = ({ host, port, user, password, name }: TestDatabase['config']) => ({
  DB_HOST: host,
  DB_PORT: String(port),
  DB_USER: user,
  DB_PASSWORD: password,
  DB_NAME: name,
})

/** What every shell gives a command. Bun keeps below HOME what it has compiled: the next process starts sooner. */
export const shellVariables = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' })

/** What a service needs to start on a test database. */
export function serviceEnvironment(database: TestDatabase['config'], more: Record<string, string> = {}) {
  return {
    ...shellVariables(),
    ...inheritedClock(),
    NODE_ENV: 'test',
    ...databaseVariables(database),
    LOCAL_SESSION_SECRET: TEST_SESSION_SECRET,
    APP_PASSWORD_ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    LOG_FORMAT: 'json',
    HOST: '127.0.0.1',
    PORT: '0',
    ...more,
  }
}

export interface LogLine {
  message: string
  port?: number
  [field: string]: unknown
}

/** The service in a process of its own: from its sources, unless the command says otherwise. */
export class Service {
  readonly child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  readonly lines: LogLine[] = []
  #waiting: { message: string; resolve: (line: LogLine) => void }[] = []
  readonly #output: Promise<void>

  constructor(
    env: Record<string, string>,
    { command = SOURCES, cwd = ROOT }: { command?: string[]; cwd?: string } = {},
  ) {
    this.child = Bun.spawn(command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#output = this.#read()
  }

  /** Resolves with the first log line that has this message. @throws when the service ends without it */
  async said(message: string): Promise<LogLine> {
    const before = this.lines.find((line) => line.message === message)
    if (before !== undefined) return before
    const { promise, resolve } = Promise.withResolvers<LogLine>()
    this.#waiting.push({ message, resolve })
    const ended = this.#output.then(async () => {
      throw new Error(`the service ended without saying "${message}": ${await new Response(this.child.stderr).text()}`)
    })
    return Promise.race([promise, ended])
  }

  async baseUrl(): Promise<string> {
    const { port } = await this.said('listening')
    return `http://127.0.0.1:${port}`
  }

  /** Ends the service as an orchestrator would; returns its exit code. */
  async stop(): Promise<number> {
    this.child.kill('SIGTERM')
    return this.child.exited
  }

  async #read() {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const bytes of this.child.stdout) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#hear(JSON.parse(part) as LogLine)
    }
  }

  #hear(line: LogLine) {
    this.lines.push(line)
    for (const waiting of this.#waiting) if (waiting.message === line.message) waiting.resolve(line)
  }
}

/** Starts a service that must refuse to; returns what it said. */
export async function refusal(
  env: Record<string, string>,
  { command = SOURCES, cwd = ROOT }: { command?: string[]; cwd?: string } = {},
): Promise<{ exitCode: number; words: string }> {
  const child = Bun.spawn(command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [words, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
  return { exitCode, words }
}

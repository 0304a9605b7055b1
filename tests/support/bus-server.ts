import { freePort } from '../../scripts/local/process'
import { environmentWithoutClock } from '../../scripts/test/clock'
import { secret } from './secrets'

const PROGRAM = Bun.which('valkey-server') ?? Bun.which('redis-server')
const PASSWORD = secret('bus-password')

/** Why there is no bus on this machine; null: there is. */
export const whyNoBus = PROGRAM === null ? 'neither valkey-server nor redis-server is installed' : null

/** A Valkey or Redis on a free port of the loopback that keeps nothing. */
export class BusServer {
  #child: Bun.Subprocess | null = null

  private constructor(readonly port: number) {}

  static async start(): Promise<BusServer> {
    const server = new BusServer(await freePort())
    await server.start()
    return server
  }

  get url() {
    return `redis://:${PASSWORD}@127.0.0.1:${this.port}`
  }

  /** Starts it again. */
  async start(): Promise<void> {
    const words = ['--port', String(this.port), '--bind', '127.0.0.1', '--requirepass', PASSWORD, '--save', '']
    const env = environmentWithoutClock()
    const child = Bun.spawn([PROGRAM!, ...words], { stdio: ['ignore', 'pipe', 'ignore'], env })
    this.#child = child
    let said = ''
    const decoder = new TextDecoder()
    for await (const bytes of child.stdout) {
      said += decoder.decode(bytes, { stream: true })
      if (said.includes('Ready to accept connections')) return
    }
    throw new Error(`the bus has ended: ${said}`)
  }

  /** It takes connections and answers nothing. */
  freeze() {
    this.#child?.kill('SIGSTOP')
  }

  thaw() {
    this.#child?.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#child?.exited
  }
}

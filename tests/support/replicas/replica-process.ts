import { slowness } from '../cpu'
import { type LogLine, Service } from '../service'

const READY_WITHIN_MS = 30_000

/** One service of several, in a process of its own that may be ended and started again. */
export class ReplicaProcess {
  #service: Service
  #url = ''
  readonly #earlier: LogLine[] = []

  private constructor(private readonly env: Record<string, string>) {
    this.#service = new Service(env)
  }

  static async start(env: Record<string, string>): Promise<ReplicaProcess> {
    const replica = new ReplicaProcess(env)
    await replica.#untilReady()
    return replica
  }

  /** While it is down that of the process before: nobody answers there. */
  get url() {
    return this.#url
  }

  /** What all its processes have said. */
  get lines(): readonly LogLine[] {
    return [...this.#earlier, ...this.#service.lines]
  }

  freeze() {
    this.#service.child.kill('SIGSTOP')
  }

  thaw() {
    this.#service.child.kill('SIGCONT')
  }

  /** Ends it as a power cut would. */
  async kill() {
    this.#service.child.kill('SIGKILL')
    await this.#service.child.exited
  }

  /** Ends it as an orchestrator would. */
  async stop() {
    await this.#service.stop()
  }

  /** Starts it again; resolves when it serves. */
  async start() {
    this.#earlier.push(...this.#service.lines)
    this.#service = new Service(this.env)
    await this.#untilReady()
  }

  /** @throws with what it has said when it does not serve in time */
  async #untilReady() {
    this.#url = await this.#service.baseUrl()
    const deadline = performance.now() + READY_WITHIN_MS * slowness()
    while (!(await isReady(this.#url))) {
      if (performance.now() > deadline) {
        throw new Error(`a service is not ready in time: ${JSON.stringify(this.#service.lines.slice(-5))}`)
      }
      await Bun.sleep(50)
    }
  }
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

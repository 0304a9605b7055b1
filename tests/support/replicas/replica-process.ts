import { slowness } from '../cpu'
import { type LogLine, Service } from '../service'

const READY_WITHIN_MS = 30_000

/** One service of several, in a process of its own that may be ended and started again. */
export class ReplicaProcess {
  #service: Service
  #url = ''
  readonly #earlier: LogLine[] = []

  /** @param tree of another version; null: of this one */
  private constructor(
    private readonly env: Record<string, string>,
    private tree: string | null,
  ) {
    this.#service = this.#spawn()
  }

  /** @param former the tree of the version that it has until it is upgraded; null: this one */
  static async start(env: Record<string, string>, former: string | null = null): Promise<ReplicaProcess> {
    const replica = new ReplicaProcess(env, former)
    await replica.#untilReady()
    return replica
  }

  get isFormer() {
    return this.tree !== null
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
    this.#service = this.#spawn()
    await this.#untilReady()
  }

  /** Starts it again in this version. */
  async upgrade() {
    this.tree = null
    await this.start()
  }

  #spawn() {
    return new Service(this.env, this.tree === null ? {} : { cwd: this.tree })
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

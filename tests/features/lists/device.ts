import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListWrite } from '../../../web/src/lists/writes/write'
import { ask, type Member } from '../../support/cast'
import type { Household } from '../../support/household'
import type { DeviceLists, DeviceRequest, FromDevice, ToDevice } from '../../web/support/list-device/messages'
import type { Sent } from './sent'

const ROOT = join(import.meta.dir, '../../..')

/** Builds what runs on a device as the client is built; returns the file, and what removes it. */
export async function buildDevice() {
  const folder = await mkdtemp(join(tmpdir(), 'list-device-'))
  await Bun.build({
    entrypoints: [join(ROOT, 'tests/web/support/list-device/device.ts')],
    tsconfig: join(ROOT, 'web/tsconfig.json'),
    target: 'browser',
    splitting: true,
    outdir: folder,
  })
  return { script: join(folder, 'device.js'), close: () => rm(folder, { recursive: true }) }
}

/** How a request fares: it never arrives, its answer is lost, it arrives twice, the service is sick, it is long on its way. */
type Fate = 'fine' | 'never' | 'lost' | 'twice' | 'sick' | 'late'
const HOSTILE: readonly Fate[] = ['fine', 'fine', 'fine', 'never', 'lost', 'twice', 'sick', 'late']

interface World {
  household: Household
  lists: DeviceLists
  script: string
  clockFrom: number
  random: (below: number) => number
  /** Does what arrives at the service, one after the other, and notes it. */
  arrive: <T>(run: () => Promise<T>) => Promise<T>
  sent: Sent
}

/** One device of a member: what runs on it, its disk and its network. */
export class Device {
  network: 'fine' | 'hostile' | 'dead' = 'fine'
  readonly #disk = new Map<string, unknown>()
  readonly #underWay = new Set<Promise<unknown>>()
  #worker: Worker | null = null
  #heard: { kind: FromDevice['kind']; resolve: (message: FromDevice) => void; reject: (error: Error) => void }[] = []

  constructor(
    readonly member: Member,
    private readonly world: World,
  ) {
    world.household.ctx.hub.subscribe((announcement) => {
      if (announcement.topic !== 'list' || this.network === 'dead' || world.random(3) > 0) return
      this.#tell({ kind: 'news', listId: announcement.listId })
    })
  }

  /** Resolves once what it does is on its disk. */
  async start() {
    const worker = new Worker(this.world.script)
    this.#worker = worker
    worker.onmessage = ({ data }: MessageEvent<FromDevice>) => {
      if (this.#worker === worker) this.#hear(worker, data)
    }
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#heard) reject(new Error(message))
    }
    const { lists, clockFrom, random } = this.world
    const seed = random(2 ** 31)
    this.#tell({ kind: 'start', member: this.member.id, lists, seed, clockFrom, disk: [...this.#disk] })
    await this.#next('operated')
  }

  /** Some things at random; they are on its disk then. */
  async operate(count: number) {
    this.#tell({ kind: 'operate', count })
    const { writes } = await this.#next('operated')
    this.world.sent.expectKept(this.member.id, writes)
  }

  /** In the middle of whatever it does; its requests go on without it. */
  async restart() {
    this.#worker?.terminate()
    await this.start()
  }

  /** What it shows and what it could not do, once nothing waits. */
  async show() {
    this.network = 'fine'
    this.#tell({ kind: 'show' })
    return this.#next('shown')
  }

  async end() {
    this.#worker?.terminate()
    this.#worker = null
    await this.nothingUnderWay()
  }

  /** Resolves when whatever was sent has arrived, or never will. */
  async nothingUnderWay() {
    await Promise.all(this.#underWay)
  }

  #tell(message: ToDevice) {
    this.#worker?.postMessage(message)
  }

  #next<Kind extends FromDevice['kind']>(kind: Kind): Promise<Extract<FromDevice, { kind: Kind }>> {
    return new Promise((resolve, reject) => {
      this.#heard.push({ kind, resolve: resolve as (message: FromDevice) => void, reject })
    })
  }

  #hear(worker: Worker, message: FromDevice) {
    if (message.kind === 'disk') {
      this.#disk.set(message.key, message.value)
      this.world.sent.kept(this.member.id, message.value as ListWrite[])
    }
    if (message.kind === 'request') this.#carry(worker, message)
    const waiting = this.#heard.find(({ kind }) => kind === message.kind)
    this.#heard = this.#heard.filter((one) => one !== waiting)
    waiting?.resolve(message)
  }

  #carry(worker: Worker, request: DeviceRequest) {
    const carried = this.#deliver(request).then(({ status, body }) => {
      worker.postMessage({ kind: 'answer', id: request.id, status, body })
    })
    this.#underWay.add(carried)
    void carried.finally(() => this.#underWay.delete(carried))
  }

  async #deliver(request: DeviceRequest): Promise<{ status: number; body: string }> {
    const none = { status: 0, body: '' }
    const fate = this.network === 'hostile' ? HOSTILE[this.world.random(HOSTILE.length)]! : 'fine'
    if (this.network === 'dead' || fate === 'never') return none
    if (fate === 'sick') return { status: 503, body: '{"error":"Try again"}' }
    if (fate === 'late') {
      const late = Bun.sleep(this.world.random(60)).then(() => this.#reach(request))
      this.#underWay.add(late)
      void late.finally(() => this.#underWay.delete(late))
      return none
    }
    const answer = await this.#reach(request)
    if (fate === 'lost') return none
    return fate === 'twice' ? this.#reach(request) : answer
  }

  #reach({ method, path, headers, body }: DeviceRequest) {
    const { household, arrive, sent } = this.world
    return arrive(async () => {
      const answer = await ask(household, this.member, `${method} ${path}`, body ?? undefined, headers)
      sent.arrived(this.member.id, { method, path, headers, body }, answer)
      return { status: answer.status, body: JSON.stringify(answer.body) }
    })
  }
}

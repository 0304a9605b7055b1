import { expect } from 'bun:test'
import { type Answering, ask, type Member } from '../cast'
import type { PushReceiver, ReceiverDevice } from '../push-receiver'

/** A push service takes its time, so that a process may end between sending a message and noting that it was sent. */
const SLOWEST_ANSWER_MS = 1_500

/** A device of a member's that notes when which message came. */
export class Phone {
  /** When each came, epoch milliseconds, by tag. */
  readonly #arrivals = new Map<string, number[]>()

  private constructor(
    readonly member: Member,
    private readonly device: ReceiverDevice,
    random: (below: number) => number,
  ) {
    const note = () => this.#note()
    device.always = {
      // Asked for with each message, as soon as that is read.
      get until() {
        note()
        return Bun.sleep(random(SLOWEST_ANSWER_MS))
      },
    }
  }

  static async add(
    service: Answering,
    receiver: PushReceiver,
    member: Member,
    random: (below: number) => number,
  ): Promise<Phone> {
    const device = receiver.device()
    const { status } = await ask(service, member, 'POST /api/push/subscription', device.subscription)
    expect(status).toBe(201)
    return new Phone(member, device, random)
  }

  get endpoint() {
    return this.device.endpoint
  }

  /** When a message with this tag has come, epoch milliseconds. */
  arrivals(tag: string): readonly number[] {
    return this.#arrivals.get(tag) ?? []
  }

  #note() {
    const { tag } = this.device.received.at(-1)!.payload
    this.#arrivals.set(tag, [...this.arrivals(tag), Date.now()])
  }
}

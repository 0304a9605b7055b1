import type { Context } from '../../platform/context'
import { sha256Hex } from '../../platform/crypto/sha256'
import type { Permit } from '../../platform/lease'
import { describeError } from '../../platform/log'

/** Calendars of one server that are written to at the same time, by all processes together. */
const LANES_PER_SERVER = 4

/**
 * Why a lane has closed.
 * - `ended`: a row has come to its end, and others may have waited for it
 * - `pending`: none has
 * - `refused`: other processes write to the server in all its lanes
 */
type Closing = 'ended' | 'pending' | 'refused'

interface LanesOptions {
  /** Sends a calendar's rows one after another. Returns whether one has come to its end; never rejects. */
  sendAll: (rowIds: readonly number[]) => Promise<boolean>
  /** Rows may go that had to wait. */
  onFree: () => void
  /** Rows may go once another process gives a lane back, of which it says nothing. */
  onRefused: () => void
}

/**
 * The lanes in which a process sends. Each calendar has one of its own, in which rows go one after another; a server that
 * hangs holds up its own lanes and no others.
 */
export class Lanes {
  readonly #open = new Map<string, Promise<void>>()

  constructor(
    private readonly ctx: Context,
    private readonly options: LanesOptions,
  ) {}

  /** Resolve as lanes close. */
  get open(): Promise<void>[] {
    return [...this.#open.values()]
  }

  /** Sends a calendar's rows, unless it has a lane already, or its server all that it may have. */
  send(url: string, rowIds: readonly number[]): void {
    if (!this.#open.has(url) && !this.#isFull(url)) this.#open.set(url, this.#run(url, rowIds))
  }

  async #run(url: string, rowIds: readonly number[]): Promise<void> {
    const closing = await this.#sendInLane(url, rowIds)
    const wasFull = this.#isFull(url)
    this.#open.delete(url)
    if (closing === 'refused') this.options.onRefused()
    else if (closing === 'ended' || wasFull) this.options.onFree()
  }

  async #sendInLane(url: string, rowIds: readonly number[]): Promise<Closing> {
    const permit = await takeLane(this.ctx, serverOf(url))
    if (permit === null) return 'refused'
    try {
      return (await this.options.sendAll(rowIds)) ? 'ended' : 'pending'
    } finally {
      await permit.release()
    }
  }

  #isFull(url: string): boolean {
    const server = serverOf(url)
    return [...this.#open.keys()].filter((other) => serverOf(other) === server).length === LANES_PER_SERVER
  }
}

/** Takes one of a server's lanes; null: other processes have them all. Never rejects. */
async function takeLane(ctx: Context, server: string): Promise<Permit | null> {
  // An origin may be longer than a name.
  const digest = sha256Hex(server).slice(0, 32)
  try {
    return await ctx.leases.permit(`lane:${digest}`, LANES_PER_SERVER)
  } catch (error) {
    ctx.log.error('a lane to a calendar server could not be taken', { error: describeError(error) })
    return null
  }
}

const serverOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)

import { foreground } from './foreground'

/** What one sender may have in work while others are served, too. */
const SHARED = 2
/** And while nobody else is. */
const ALONE = 32
/** So long after somebody else's request a sender is not alone. */
const SHARED_FOR_MS = 1_000
/** Work that takes longer waits for something else, and holds up nobody. */
const MAX_MS = 100
/** Of one sender, what waits for something else included: that has room for more, so that others find some. */
const MAX_IN_WORK = 200
/** Of one sender. */
const MAX_WAITING = 1_000

interface Sender {
  /** What has begun and not ended. */
  inWork: number
  /** Of these, what may hold up others. */
  running: number
  /** So many run at once while others are served: more and more as long as all of them wait for something else. */
  width: number
  waiting: (() => void)[]
}

/** Ends what `begin` began; the second time nothing. */
export type Release = () => void

/**
 * Lets each sender have some requests in work at once and makes its others wait, so that whoever sends a thousand a
 * second holds up nobody else. Wall clock in milliseconds.
 */
export class FairQueue {
  readonly #senders = new Map<string, Sender>()
  #last = ''
  /** When two requests one after the other came from two senders. */
  #sharedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly longestMs = MAX_MS,
    private readonly running = foreground,
  ) {}

  /** Resolves when it is this request's turn; null when too many of its sender wait already. */
  async begin(name: string): Promise<Release | null> {
    if (name !== this.#last) {
      this.#last = name
      this.#sharedAt = this.now()
    }
    const sender = this.#senders.getOrInsertComputed(name, () => ({
      inWork: 0,
      running: 0,
      width: SHARED,
      waiting: [],
    }))
    if (sender.waiting.length > 0 || !this.#hasTurn(sender)) {
      if (sender.waiting.length >= MAX_WAITING) return null
      await new Promise<void>((resolve) => sender.waiting.push(resolve))
    } else {
      sender.running++
      sender.inWork++
    }
    return this.#releaseOf(name, sender)
  }

  #hasTurn({ inWork, running, width }: Sender) {
    const isShared = this.now() - this.#sharedAt < SHARED_FOR_MS
    return inWork < MAX_IN_WORK && running < Math.max(width, isShared ? SHARED : ALONE)
  }

  #releaseOf(name: string, sender: Sender): Release {
    let isRunning = true
    const endRunning = this.running.begin()
    let isEnded = false
    const stop = (width: number) => {
      if (isRunning) sender.running--
      isRunning = false
      endRunning()
      sender.width = width
      this.#goOn(sender)
    }
    // All who wait hear within seconds of a database that stands still, and not two after the other.
    const timer = setTimeout(() => stop(Math.min(2 * sender.width, MAX_IN_WORK)), this.longestMs)
    return () => {
      if (isEnded) return
      isEnded = true
      clearTimeout(timer)
      sender.inWork--
      stop(isRunning ? SHARED : sender.width)
      if (sender.inWork === 0) this.#senders.delete(name)
    }
  }

  #goOn(sender: Sender) {
    while (sender.waiting.length > 0 && this.#hasTurn(sender)) {
      sender.running++
      sender.inWork++
      sender.waiting.shift()!()
    }
  }
}

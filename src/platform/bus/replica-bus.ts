import { randomUUID } from 'node:crypto'
import { RedisClient } from 'bun'
import { codeOfError } from '../error-code'
import type { Log } from '../log'

const CONNECT_TIMEOUT_MS = 2_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
const BEAT_EVERY_MS = 10_000

export interface ReplicaBusOptions {
  /** `redis:`, `rediss:` or `valkey:`; it may hold a password and is never logged. */
  url: string
  /** What the processes of one database have in common. */
  channel: string
  log: Log
  /** Another process has rung, or may have while this one could not hear it. */
  onRing: () => void
  random?: () => number
  /** How often it is looked whether the own bell is heard, in milliseconds. */
  beatEveryMs?: number
}

/**
 * A doorbell between the processes of one household, on Valkey or Redis (PUBLISH, SUBSCRIBE). It carries nothing: what
 * was announced stands in the database, and who hears the bell looks there. Nothing waits for it; while it is down it is
 * tried again, ever more seldom, up to every five seconds.
 */
export interface ReplicaBus {
  /** Rings for the others. Calls while one is on its way are one. */
  ring(): void
  readonly isUp: boolean
  close(): void
}

/** Connects by itself, and again whenever it has to. */
export const openReplicaBus = (options: ReplicaBusOptions): ReplicaBus => new RedisBus(options)

class RedisBus implements ReplicaBus {
  readonly #options: ReplicaBusOptions
  /** Known by it, the own ring is not heard. */
  readonly #self = randomUUID()
  #subscriber: RedisClient | null = null
  #publisher: RedisClient | null = null
  #isUp: boolean | null = null
  #isClosed = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #isRinging = false
  #ringsAgain = false
  #hasHeardItself = true
  readonly #beat: ReturnType<typeof setInterval>

  constructor(options: ReplicaBusOptions) {
    this.#options = options
    this.#beat = setInterval(() => this.#listenForItself(), options.beatEveryMs ?? BEAT_EVERY_MS)
    this.#beat.unref()
    void this.#connect()
  }

  get isUp() {
    return this.#isUp === true
  }

  ring() {
    if (this.#isRinging) this.#ringsAgain = true
    else if (this.isUp) void this.#ring()
  }

  close() {
    this.#isClosed = true
    clearInterval(this.#beat)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#drop()
  }

  /** A connection whose other end is gone without a word, or frozen, looks like a quiet one. */
  #listenForItself() {
    if (!this.isUp) return
    if (!this.#hasHeardItself) return this.#lose({ code: 'NO_ANSWER' })
    this.#hasHeardItself = false
    this.ring()
  }

  async #ring() {
    const publisher = this.#publisher
    this.#isRinging = true
    try {
      do {
        this.#ringsAgain = false
        await publisher?.publish(this.#options.channel, this.#self)
      } while (this.#ringsAgain && publisher === this.#publisher)
    } catch {
      // The connection is closed, which is heard where it is.
    } finally {
      if (publisher === this.#publisher) this.#isRinging = false
    }
  }

  async #connect() {
    const { url, channel, onRing } = this.#options
    try {
      const [subscriber, publisher] = [this.#open(url), this.#open(url)]
      this.#subscriber = subscriber
      this.#publisher = publisher
      await Promise.all([subscriber.connect(), publisher.connect()])
      await subscriber.subscribe(channel, (from) => {
        if (from === this.#self) this.#hasHeardItself = true
        else onRing()
      })
      if (subscriber !== this.#subscriber || this.#isClosed) return
      this.#failures = 0
      this.#hasHeardItself = true
      this.#say(true)
      // It may have rung while nobody heard it.
      onRing()
    } catch (error) {
      this.#lose(error)
    }
  }

  #open(url: string): RedisClient {
    const client = new RedisClient(url, {
      // Its own way of trying again forgets what was subscribed to.
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: CONNECT_TIMEOUT_MS,
    })
    client.onclose = (error) => {
      if (client === this.#subscriber || client === this.#publisher) this.#lose(error)
    }
    return client
  }

  /** Gives both connections up, and tries again later. */
  #lose(error: unknown) {
    this.#drop()
    if (this.#isClosed || this.#timer !== null) return
    this.#say(false, error)
    const { random = Math.random } = this.#options
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, MAX_PAUSE_MS)
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        void this.#connect()
      },
      pause * (0.5 + random() / 2),
    )
    this.#timer.unref()
  }

  #drop() {
    const clients = [this.#subscriber, this.#publisher]
    this.#subscriber = null
    this.#publisher = null
    this.#isRinging = false
    for (const client of clients) client?.close()
  }

  #say(isUp: boolean, error?: unknown) {
    if (isUp === this.#isUp) return
    this.#isUp = isUp
    const { log } = this.#options
    if (isUp) log.info('the replica bus is up')
    else log.warn('the replica bus is down; changes of other processes are seen within a second', reasonOf(error))
  }
}

/** Its code alone: a message may quote the URL. */
const reasonOf = (error: unknown) => ({ reason: codeOfError(error) ?? 'unknown' })

import type { Log } from '../../platform/log'
import { LruCache } from '../../platform/lru'
import { IcalError } from '../ical/error'
import { ORDERLY_SIZE, type Prepared, prepare } from '../ical/prepare'
import type { Zone } from '../ical/zone'

/** A version of a cached object: an object that changes gets another one. */
export interface Version {
  id: number
  etag: string | null
  /** As the database writes it. */
  updated_at: string
}

/** One version of a recurring object, made ready. The same version is the same object as long as it is remembered. */
export interface Recurring {
  version: string
  /** Null: it cannot be read, and has no occurrences. */
  prepared: Prepared | null
  /** It was said that it has more occurrences than are shown. */
  isToldOf: boolean
}

/** Orderly ones; of others fewer. */
const MOST_OBJECTS = 5000

/** Recurring objects made ready for expansion; those not used for longest give way. */
export class PreparedObjects {
  readonly #objects = new LruCache<number, Recurring>(MOST_OBJECTS * ORDERLY_SIZE)

  constructor(
    private readonly zone: Zone,
    private readonly log: Log,
  ) {}

  /** Null: this version has not been added, or has given way. */
  find(version: Version): Recurring | null {
    const object = this.#objects.get(version.id)
    return object?.version === keyOf(version) ? object : null
  }

  add(version: Version, text: string): Recurring {
    const object = { version: keyOf(version), prepared: this.#read(version, text), isToldOf: false }
    this.#objects.set(version.id, object, Math.max(ORDERLY_SIZE, object.prepared?.size ?? 0))
    return object
  }

  #read({ id }: Version, text: string): Prepared | null {
    try {
      return prepare(text, this.zone)
    } catch (error) {
      if (!(error instanceof IcalError)) throw error
      this.log.warn('a cached event cannot be read', { eventId: id, problem: error.message })
      return null
    }
  }
}

const keyOf = ({ etag, updated_at }: Version) => `${updated_at} ${etag}`

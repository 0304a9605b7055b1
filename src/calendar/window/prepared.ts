import type { Log } from '../../platform/log'
import { LruCache } from '../../platform/lru'
import { IcalError } from '../ical/error'
import { ORDERLY_SIZE, type Prepared, prepare } from '../ical/prepare'
import type { Zone } from '../ical/zone'

/** Names one version of a cached object. */
export interface Version {
  id: number
  etag: string | null
  /** As the database writes it. */
  updated_at: string
}

/** A prepared version of a recurring object. As long as it is cached, one version is one instance. */
export interface Recurring {
  version: string
  /** Null: the object cannot be read. */
  prepared: Prepared | null
  /** Whether its surplus of occurrences was logged. */
  isToldOf: boolean
}

/** Objects of `ORDERLY_SIZE`; larger ones weigh more. */
const MAX_OBJECTS = 5000

/** A least-recently-used cache of prepared objects. */
export class PreparedObjects {
  readonly #objects = new LruCache<number, Recurring>(MAX_OBJECTS * ORDERLY_SIZE)

  constructor(
    private readonly zone: Zone,
    private readonly log: Log,
  ) {}

  /** Null: this version is not cached. */
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

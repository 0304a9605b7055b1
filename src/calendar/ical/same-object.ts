import { IcalError } from './error'
import { type Component, findAll, parse } from './parse'

/** What a server or an application writes anew without changing what is said. */
const STAMPS = new Set(['DTSTAMP', 'LAST-MODIFIED', 'CREATED'])

/**
 * Whether two objects say the same of all their events, whatever the order of lines and their stamps; properties that no
 * standard names may be left out on the way.
 */
export function isSameObject(one: string, other: string): boolean {
  try {
    return Bun.deepEquals(eventsOf(one), eventsOf(other))
  } catch (error) {
    if (error instanceof IcalError) return false
    throw error
  }
}

const eventsOf = (text: string) => findAll(parse(text), 'VEVENT').map(keyOf).toSorted()

function keyOf({ name, properties, components }: Component): string {
  const lines = properties.flatMap(({ name, params, value }) => {
    if (STAMPS.has(name) || name.startsWith('X-')) return []
    const written = Object.entries(params).filter(([param]) => !param.startsWith('X-'))
    return JSON.stringify([name, written.toSorted(), value])
  })
  return JSON.stringify([name, lines.toSorted(), components.map(keyOf).toSorted()])
}

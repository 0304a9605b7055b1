import { inBasicLetters } from '../../platform/basic-letters'

const MAX_LENGTH = 32
const NOBODY = 'member'

/**
 * A name for the calendar server, of what somebody is called here: lower-case ASCII letters and digits, with dots, hyphens
 * and underscores between them. It stands in paths and in lines of `name:hash`.
 */
export function usernameFrom(name: string): string {
  const bare = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const plain = inBasicLetters(bare).replace(/[^a-z0-9._-]+/g, '-')
  return withoutEnds(withoutEnds(plain).slice(0, MAX_LENGTH)) || NOBODY
}

/** The name itself, or the first of `name-2`, `name-3`, … that is not taken. Servers on some disks ignore the case. */
export function freeUsername(name: string, taken: Iterable<string>): string {
  const all = new Set([...taken].map((each) => each.toLowerCase()))
  let free = name
  for (let number = 2; all.has(free); number++) free = `${name}-${number}`
  return free
}

const withoutEnds = (text: string) => text.replace(/^[._-]+|[._-]+$/g, '')

import { fileVariable, SECRET_NAMES, VARIABLE_NAMES } from './platform/variables'

/** A variable that nobody reads, and the one that was probably meant; null: it only begins like ours. */
export interface Misspelt {
  name: string
  meant: string | null
}

/** Of commands that the service knows nothing of. */
const ELSEWHERE = ['BACKUP_AGE_IDENTITY_FILE']
const KNOWN: readonly string[] = [...VARIABLE_NAMES, ...SECRET_NAMES.map(fileVariable), ...ELSEWHERE]
/** A name that begins like this is meant for this service, even where none of ours is spelt like it. */
const OUR_PREFIXES = [
  'DB_',
  'OIDC_',
  'VAPID_',
  'CALDAV_',
  'HOME_CALDAV_',
  'LOCAL_SESSION_',
  'SUBSCRIPTIONS_',
  'BACKUP_',
  'METRICS_',
  'TRUSTED_',
  'REPLICA_',
  'ASSETS_',
]
/** Of shells, runtimes and proxies; and what Kubernetes and Docker's links say about services, one of which may be `db`. */
const FOREIGN =
  /^(NODE_|BUN_|NPM_|KUBERNETES_|COMPOSE_|DOCKER_|(HTTPS?|ALL|NO)_PROXY$)|_SERVICE_(HOST|PORT)|_PORT(_\d+_.*)?$/
/** Shorter ones are too near to too many words. */
const SHORTEST = 6

/** The names that look like one of ours and are not; those of others are none of our business. */
export function misspeltNames(names: Iterable<string>): Misspelt[] {
  return [...names].flatMap((name): Misspelt[] => {
    const upper = name.toUpperCase()
    if (KNOWN.includes(name) || (FOREIGN.test(upper) && !KNOWN.includes(upper))) return []
    const [nearest] = KNOWN.map((known) => ({ known, steps: stepsBetween(bare(known), bare(name)) })).sort(
      (a, b) => a.steps - b.steps,
    )
    const { known, steps } = nearest!
    if (upper === known || steps <= mostSteps(known)) return [{ name, meant: known }]
    return OUR_PREFIXES.some((prefix) => upper.startsWith(prefix)) ? [{ name, meant: null }] : []
  })
}

/** Letters alone: `OIDC_CLIENTID` is spelt like `OIDC_CLIENT_ID`. */
const bare = (name: string) => name.toUpperCase().replaceAll('_', '')

/** How many slips of the finger are taken for one name; -1: none, not even an underscore. */
function mostSteps(known: string): number {
  const { length } = bare(known)
  return length < SHORTEST ? -1 : Math.min(2, Math.floor(length / SHORTEST))
}

/** Letters that were added, left out, replaced, or swapped with their neighbour (optimal string alignment distance). */
function stepsBetween(a: string, b: string): number {
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, replaced, isSwap ? older[j - 2]! + 1 : replaced))
    }
    older = previous
    previous = row
  }
  return previous[b.length]!
}

import { openReplicaBus } from '../bus/replica-bus'
import type { Context } from '../context'
import { MINUTE_MS } from '../durations'
import { describeError } from '../log'
import { PRUNED_AT_ONCE } from '../pruning'
import { pruneAnnouncements } from './read'

const PRUNE_EVERY_MS = MINUTE_MS
/** In one go; what is left waits for the next. */
const MAX_STATEMENTS = 50

/** Lets the processes of one household hear each other at once, where there is a bus. Returns what ends it. */
export function joinReplicas({ config, relay, log }: Context): () => void {
  const url = config.replicaBusUrl
  if (url === null) return () => relay.close()
  const bus = openReplicaBus({
    url,
    channel: `corkboard:${config.database.name}`,
    log,
    onRing: () => relay.look(),
  })
  relay.onCommitted(() => bus.ring())
  return () => {
    relay.close()
    bus.close()
  }
}

/** Removes what nobody can have missed any more, once a minute. Returns what ends it. */
export function startPruningAnnouncements(ctx: Context): () => void {
  const prune = async () => {
    try {
      for (let count = 0; count < MAX_STATEMENTS; count++) if ((await pruneAnnouncements(ctx)) < PRUNED_AT_ONCE) return
    } catch (error) {
      ctx.log.warn('old announcements were not removed', { error: describeError(error) })
    }
  }
  const timer = setInterval(() => void prune(), PRUNE_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

import { useEffect, useState } from 'preact/hooks'
import { get } from '../lib/database'
import { useStore } from '../lib/store'
import { keyOfWrites } from './device-writes'
import { pending } from './pending'
import type { Queued } from './queued'

/** How many writes of a member wait on this device to be sent, whoever is signed in; null for nobody. */
export function useUnsent(member: number | null): number {
  const [count, setCount] = useState(0)
  const queues = useStore(pending)
  useEffect(() => {
    if (member !== null) void countUnsent(Object.keys(queues), member).then(setCount)
  }, [queues, member])
  return count
}

async function countUnsent(queues: readonly string[], member: number): Promise<number> {
  const keys = queues.map((name) => keyOfWrites(name, member))
  const kept = await Promise.all(keys.map((key) => get<readonly Queued[]>(key).catch(() => undefined)))
  return kept.flatMap((writes = []) => writes.filter(({ stage }) => stage === 'held' || stage === 'sending')).length
}

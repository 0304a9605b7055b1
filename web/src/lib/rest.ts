import { useEffect, useState } from 'preact/hooks'
import { whenIdle } from './when-idle'

const AFTER_MS = 2_000

/** Resolves once the first screen has come to rest: what nobody waits for begins then, piece by piece. */
export const atRest: Promise<void> = new Promise((resolve) => {
  setTimeout(() => whenIdle(resolve), AFTER_MS)
})

/** Whether that has been. */
export function useRest(): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => void atRest.then(() => setOver(true)), [])
  return isOver
}

/** Runs one after the other, each when nothing else happens; what fails will be tried again when it is needed. */
export async function oneByOne(all: readonly (() => Promise<unknown>)[]): Promise<void> {
  await atRest
  for (const run of all) {
    await new Promise<void>(whenIdle)
    await run().catch(() => {})
  }
}

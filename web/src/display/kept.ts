import { type DehydratedState, hydrate } from '@tanstack/query-core'
import { answers, saveAnswers } from '../data/persist'
import { queryClient } from '../data/queries'
import { del, getSoon, set } from '../lib/database'
import { displayQueries, dropAnswers } from './queries'

/**
 * The last answers to this display, kept on the device beside those of members, and apart from them: after a restart
 * without a network it shows them, and how old they are.
 */
const KEPT = 'display-answers'

/** Tells apart what the service's answers look like. */
declare const ANSWER_SHAPES: string

interface Kept {
  version: string
  state: DehydratedState
}

/** Before the first drawing. */
export async function restoreDisplay(): Promise<void> {
  const kept = await getSoon<Kept>(KEPT)
  if (kept?.version === ANSWER_SHAPES) hydrate(queryClient, kept.state)
}

/** Once in the life of a page; keeps nothing before a code was taken. */
export function keepDisplay(): void {
  saveAnswers(() => {
    const isPaired = queryClient.getQueryData(displayQueries.screen.queryKey) !== undefined
    if (isPaired) void set(KEPT, { version: ANSWER_SHAPES, state: answers() } satisfies Kept).catch(() => {})
  })
}

/** What a display has shown is no business of a device that is none any more. */
export async function forgetDisplay(): Promise<void> {
  dropAnswers()
  await del(KEPT).catch(() => {})
}

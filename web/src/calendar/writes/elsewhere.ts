import * as api from '../../data/api'
import { isReachable, onReachable } from '../../data/connection'
import { onSyncStatus } from '../../data/live'
import { queries, refresh } from '../../data/queries'
import { memberId } from '../../data/session'
import type { OwnWrite } from '../../data/types'
import { unsavedText } from '../../i18n/unsaved'
import { createStore, useStore } from '../../lib/store'
import { adopted, isKnown, refOf } from './adopted'
import { appearanceOf } from './appearance'
import { calendarWrites } from './queue'
import { wordFor } from './reason-words'
import { currentWrites } from './waiting'
import { isAbout, type Write } from './write'

/** The device that made a write may send it once more by itself before anybody hears of it. */
const SETTLES_WITHIN_MS = 1_500

/**
 * What the service tells of the writes of other devices: that all of them are made, that some are on their way, or nothing.
 * Nothing else says that everything is saved.
 */
const told = createStore<'asking' | 'saved' | 'underway' | 'unknown'>('asking')

export const useToldElsewhere = () => useStore(told)

let timer: ReturnType<typeof setTimeout> | undefined

/** Looks for the member's failed writes at the service, where those of all devices are, whenever they may have changed. */
export function followElsewhere(): void {
  onSyncStatus(({ uid, recurrenceId = null, status }) => {
    const event = { calendarId: null, uid, recurrenceId }
    const isKnown = currentWrites().some((write) => write.stage === 'failed' && isAbout(write, event))
    if (isKnown || status === 'failed' || status === 'dead') lookElsewhere(SETTLES_WITHIN_MS)
    else if (told.get() === 'underway') lookElsewhere()
  })
  calendarWrites.writes.subscribe(() => {
    if (currentWrites().some(isWithoutRow)) lookElsewhere()
  })
  onReachable(lookElsewhere)
  memberId.subscribe(() => {
    told.set('asking')
    lookElsewhere()
  })
  document.addEventListener('visibilitychange', () => document.hidden || lookElsewhere())
  lookElsewhere()
}

/** Asks after so many milliseconds; a later call takes the place of an earlier one. */
export function lookElsewhere(milliseconds = 0): void {
  clearTimeout(timer)
  timer = setTimeout(() => void look(), milliseconds)
}

/** Whether it has, or may have, a failed row at the service that is not known by its id yet. */
function isWithoutRow(write: Write): boolean {
  if (write.stage !== 'failed' || write.rowId !== null) return false
  return write.resultUid !== null || (write.kind === 'edit' && write.isSecondTry)
}

async function look(): Promise<void> {
  const member = memberId.get()
  if (member === null || !isReachable()) return told.set('unknown')
  const before = currentWrites()
  try {
    const rows = await api.writes.all()
    const sayings = { reasons: await reasonsOf(rows, before), appearanceOf }
    if (memberId.get() !== member) return
    // What was asked about has changed meanwhile.
    if (currentWrites() !== before) return lookElsewhere(SETTLES_WITHIN_MS)
    const after = adopted(rows, sayings, before)
    const isOther = (row: OwnWrite) => row.status === 'pending' && !before.some((write) => isAbout(write, refOf(row)))
    told.set(rows.some(isOther) ? 'underway' : 'saved')
    if (JSON.stringify(after) === JSON.stringify(before)) return
    calendarWrites.change((writes) => adopted(rows, sayings, writes))
    refresh(queries.events.queryKey)
  } catch {
    told.set('unknown')
    // The next change, or the next time that the service is reached, asks again.
  }
}

/** Why those have failed that this device hears of for the first time. */
async function reasonsOf(rows: readonly OwnWrite[], known: readonly Write[]): Promise<Map<number, string>> {
  const unknown = rows.filter((row) => row.status !== 'pending' && !known.some((write) => isKnown(row, write)))
  const { reasons } = unsavedText()
  const words = unknown.map(async (row) => {
    const { uid, recurrenceId } = refOf(row)
    const status = await api.events.syncStatus(uid, recurrenceId ?? undefined)
    return [row.id, wordFor(status, reasons)] as const
  })
  return new Map(await Promise.all(words))
}

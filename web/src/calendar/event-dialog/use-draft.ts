import { useEffect, useState } from 'preact/hooks'
import { type Offer, useUnfinished } from '../../data/unfinished'
import type { Draft, Original } from '../draft'
import { withUsualReminder } from '../usual-reminder'
import { type Opened, placed, type Target, type Unopened, useOpened } from './opened'
import { resumed } from './resumed'

/** A form that was left: what it said, and the event that it had begun with. */
export interface Left {
  draft: Draft
  original: Original | null
}

/** Under which name the device keeps a new event that was left. */
export const NEW_EVENT = 'new-event'

interface DraftState {
  /** Null while the event is being asked for. */
  opened: Opened | null | Unopened
  draft: Draft | null
  /** True once something was typed. */
  isTouched: boolean
  change: (next: Draft) => void
  /** The last time the form was left before it was saved. */
  offer: Offer
}

/** What stands in the form; kept on the device as it is typed. */
export function useDraft(target: Target, zone: string): DraftState {
  const begun = useOpened(target, zone)
  const [changed, setChanged] = useState<Left | null>(null)
  const unfinished = useUnfinished<Left>(formOf(target))
  const { offered, discard, finish } = unfinished
  const known = typeof begun === 'string' ? null : begun
  const original = changed?.original ?? known?.original ?? null

  // What somebody has begun elsewhere is theirs already.
  const begunElsewhere = target.kind === 'new' ? (target.draft ?? null) : null
  useEffect(() => {
    if (begunElsewhere !== null) unfinished.keep({ draft: begunElsewhere, original: null })
  }, [])

  const change = (next: Draft) => {
    if (known === null) return
    const before = changed?.draft ?? known.draft
    const draft = original === null ? withUsualReminder(next, before) : next
    setChanged({ draft, original })
    const isAsBegun = JSON.stringify(draft) === JSON.stringify(known.draft)
    unfinished.keep(isAsBegun && begunElsewhere === null ? null : { draft, original })
  }
  const resume = () => {
    if (offered === null || known === null) return
    unfinished.resume()
    const isOfEvent = offered.original !== null && known.original !== null
    setChanged(isOfEvent ? resumed(offered.draft, offered.original!, known.original!, zone) : offered)
  }
  const drafted = changed?.draft ?? known?.draft ?? null
  const what = begunElsewhere === null ? (offered?.draft.title.trim() ?? null) : null
  const offer = { what, resume, discard, finish }
  return {
    opened: known === null ? begun : { ...known, original },
    draft: target.kind === 'new' && drafted !== null ? placed(drafted) : drafted,
    isTouched: changed !== null,
    change,
    offer,
  }
}

function formOf(target: Target): string {
  if (target.kind === 'new') return NEW_EVENT
  const { calendarId, uid, recurrenceId } = target.entry.ref
  return `event-${calendarId ?? ''}-${uid}${recurrenceId === null ? '' : `-${recurrenceId}`}`
}

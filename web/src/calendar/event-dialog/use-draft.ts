import { useState } from 'preact/hooks'
import { type Offer, useUnfinished } from '../../data/unfinished'
import { carriedOver, type Draft } from '../draft'
import { type Opened, type Target, useOpened } from './opened'

/** A form that was left: what it said, and what it had begun with. */
interface Left {
  draft: Draft
  before: Draft
}

interface DraftState {
  /** Null while the event is being asked for, `failed` when nothing of it is known. */
  opened: Opened | null | 'failed'
  draft: Draft | null
  /** Something was typed. */
  isTouched: boolean
  change: (next: Draft) => void
  /** The last time the form was left before it was saved. */
  offer: Offer
}

/** What stands in the form; kept on the device as it is typed. */
export function useDraft(target: Target, zone: string): DraftState {
  const opened = useOpened(target, zone)
  const [changed, setChanged] = useState<Draft | null>(null)
  const unfinished = useUnfinished<Left>(formOf(target))
  const { offered, discard, finish } = unfinished
  const begun = opened === null || opened === 'failed' ? null : opened.draft

  const change = (draft: Draft) => {
    if (begun === null) return
    setChanged(draft)
    const isAsBegun = JSON.stringify(draft) === JSON.stringify(begun)
    unfinished.keep(isAsBegun ? null : { draft, before: begun })
  }
  const resume = () => {
    if (offered === null || begun === null) return
    unfinished.resume()
    setChanged(target.kind === 'new' ? offered.draft : carriedOver(offered, begun))
  }
  const offer = { what: offered?.draft.title.trim() ?? null, resume, discard, finish }
  return { opened, draft: changed ?? begun, isTouched: changed !== null, change, offer }
}

function formOf(target: Target): string {
  return target.kind === 'new' ? 'new-event' : `event-${target.entry.calendarId ?? ''}-${target.entry.uid}`
}

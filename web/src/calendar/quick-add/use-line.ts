import { useState } from 'preact/hooks'
import { type Offer, useUnfinished } from '../../data/unfinished'
import { untilKnown } from '../../data/until-known'
import { isoOfDay } from '../../lib/tz'
import type { Draft } from '../draft'
import { BEGINNING, beginning, type NewEvent, placed } from '../event-dialog/opened'
import { type Left, NEW_EVENT } from '../event-dialog/use-draft'
import { withUsualReminder } from '../usual-reminder'
import { useHabits } from './habits'
import { draftOf, type Line } from './line'
import { acceptedOf, carriedOn, type Reading, type Understood } from './reading'
import { useReading } from './use-reading'

/** A line that was left, as the form would go on with it. */
type LeftLine = Left & { line?: Line }

export interface LineState {
  line: Line
  reading: Reading | null
  /** What of the text is understood, and meant. */
  understood: readonly Understood[]
  /** The event that the line amounts to by now. */
  draft: Draft
  isTouched: boolean
  /** The text could not be read. */
  isUnread: boolean
  change: (next: Line) => void
  /** What it amounts to when nothing more is typed; waits for what is still being read. */
  settle: () => Promise<{ reading: Reading | null; draft: Draft }>
  offer: Offer
}

/** What stands in the line; kept on the device as it is typed. `onForm`: goes on with a form that was left. */
export function useLine(target: NewEvent, zone: string, onForm: (draft: Draft) => void): LineState {
  const habits = useHabits(zone)
  const [line, setLine] = useState<Line>(() => begun(target, habits.startOn))
  const isTouched = !isAsBegun(line)
  const isRead = line.text !== line.base.title
  const { reading, isUnread, settle } = useReading(line.text, isoOfDay(target.day), isRead)
  const { offered, ...unfinished } = useUnfinished<LeftLine>(NEW_EVENT)

  const change = (next: Line) => {
    setLine(next)
    const draft = draftOf(next, reading, habits)
    unfinished.keep(isAsBegun(next) ? null : { draft, original: null, line: next })
  }
  const resume = () => {
    if (offered === null) return
    unfinished.resume()
    if (offered.line !== undefined) return setLine(offered.line)
    unfinished.finish()
    onForm(offered.draft)
  }
  const settled = async () => {
    const [read] = await Promise.all([isRead ? settle() : null, untilKnown(BEGINNING)])
    return { reading: read, draft: draftOf(completed(line), read, habits) }
  }
  const known = completed(line)
  const what = offered === null ? null : (offered.line?.text ?? offered.draft.title).trim()
  return {
    line: known,
    reading,
    understood: acceptedOf(carriedOn(reading, line.text), line.declined),
    draft: draftOf(known, reading, habits),
    isTouched,
    isUnread,
    change,
    settle: settled,
    offer: { what, resume, discard: unfinished.discard, finish: unfinished.finish },
  }
}

function begun(target: NewEvent, startOn: (day: number) => number): Line {
  const isOpen = target.draft === undefined && target.wall === undefined && target.lastDay === undefined
  const base = beginning(isOpen ? { ...target, wall: startOn(target.day) } : target)
  const isLengthOpen = target.draft === undefined && target.endWall === undefined
  const isReminderOpen = target.draft === undefined
  return { text: base.title, base, byHand: {}, declined: [], isLengthOpen, isReminderOpen }
}

/** With what may have been answered since it was begun. */
function completed(line: Line): Line {
  const base = placed(line.base)
  return { ...line, base: line.isReminderOpen ? withUsualReminder(base) : base }
}

const isAsBegun = ({ text, base, byHand, declined }: Line): boolean =>
  text === base.title && declined.length === 0 && Object.keys(byHand).length === 0

import { readDueAgain, useDue } from '../../lists/chores/use-due'
import { MissingDue } from './missing-due'

/** `MissingDue` of a member's lists. */
export default function OwnMissingDue() {
  return <MissingDue {...useDue(false)} readAgain={() => void readDueAgain()} />
}

import { readDueAgain, useDueState } from '../../lists/chores/use-due'
import { MissingDue } from './missing-due'

/** `MissingDue` of a member's lists. */
export default function OwnMissingDue() {
  return <MissingDue {...useDueState(false)} readAgain={() => void readDueAgain()} />
}

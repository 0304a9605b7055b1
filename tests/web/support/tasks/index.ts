import { CALENDAR_TASKS } from './calendar'
import { ELSEWHERE_TASKS } from './elsewhere'
import { HOUSEHOLD_TASKS } from './household'
import { LIST_TASKS } from './lists'
import type { Task } from './task'

/** Everything that a household does in its first month and that can be done here, in its order. */
export const TASKS: readonly Task[] = [
  ...CALENDAR_TASKS,
  ...LIST_TASKS,
  ...HOUSEHOLD_TASKS,
  ...ELSEWHERE_TASKS,
].toSorted((one, other) => one.number - other.number)

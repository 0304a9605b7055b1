import { homeHooks } from './calendar/home/closing'
import { outboxHooks } from './calendar/outbox/hand-over'
import { listHooks } from './features/lists/member-hooks'
import { peopleHooks } from './household/people-hooks'
import { sessionHooks } from './identity/announcements'
import type { MemberHooks } from './platform/member-hooks'

/** What happens elsewhere when somebody joins or leaves the household, in this order. */
export const memberHooks: readonly MemberHooks[] = [sessionHooks, peopleHooks, listHooks, outboxHooks, homeHooks]

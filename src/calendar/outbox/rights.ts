import { isMove, isReturn, type Job } from './jobs'
import { isFollower } from './plan'

/** Whether a row's author may write to its calendars at this moment: to their own, and to the shared one. Pure. */
export const mayWrite = ({ row, calendar, destination }: Job): boolean =>
  [calendar, destination].every((one) => one === null || one.isShared || one.ownerId === row.authorId)

/** Whether a row may be sent. What is half done goes to its end, whoever may write by then: nothing may stand twice. */
export const mayBeSent = (job: Job): boolean =>
  mayWrite(job) || isReturn(job.row) || isFollower({ ...job.row, isMove: isMove(job.row) })

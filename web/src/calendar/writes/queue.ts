import { createQueue } from '../../outbox/queue'
import { earlierCalendarWrites } from './earlier'
import { waiting } from './waiting'
import { dependsOn, type Write } from './write'

export const calendarWrites = createQueue<Write>({
  name: 'calendar',
  writes: waiting,
  dependsOn,
  earlier: earlierCalendarWrites,
})

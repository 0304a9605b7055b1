import { createQueue } from '../../outbox/queue'
import { earlierCalendarWrites } from './earlier'
import { overlay } from './overlay'
import { drawing, waiting } from './waiting'
import { dependsOn, type Write } from './write'

drawing.set({ overlay })

export const calendarWrites = createQueue<Write>({
  name: 'calendar',
  writes: waiting,
  dependsOn,
  earlier: earlierCalendarWrites,
})

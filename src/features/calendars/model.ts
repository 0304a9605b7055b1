import { t } from 'elysia'
import { IdInPath } from '../../platform/http-schema'

export const CalendarPath = t.Object({ id: IdInPath })

export const CalendarChangeBody = t.Object({
  isHidden: t.Boolean({ description: 'Left out of what oneself sees of the household' }),
})

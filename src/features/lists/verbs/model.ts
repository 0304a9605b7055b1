import { t } from 'elysia'
import { amount, MAX_ID, strictInteger } from '../../../platform/http-schema'
import { NewListBody } from '../model'

export const DuplicateBody = t.Object({ name: t.Optional(NewListBody.properties.name) })
export const MoveBody = t.Object({ toListId: strictInteger({ minimum: 1, maximum: MAX_ID }) })

export const COUNT = t.Object({ count: amount })

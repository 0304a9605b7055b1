import { t } from 'elysia'
import { amount, MAX_ID, strictInteger } from '../../../platform/http-schema'
import { MAX_NAMED_ITEMS } from '../../../platform/limits'
import { NewListBody } from '../model'

export const DuplicateBody = t.Object({ name: t.Optional(NewListBody.properties.name) })
const itemIds = t.Optional(
  t.Array(strictInteger({ minimum: 1, maximum: MAX_ID }), {
    minItems: 1,
    maxItems: MAX_NAMED_ITEMS,
    description: 'Of these what is ticked; absent: all that is',
    error: `expected a list of 1 to ${MAX_NAMED_ITEMS} ids of items`,
  }),
)
export const UntickBody = t.Optional(t.Object({ itemIds }))
export const MoveBody = t.Object({ toListId: strictInteger({ minimum: 1, maximum: MAX_ID }), itemIds })

export const COUNT = t.Object({ count: amount })

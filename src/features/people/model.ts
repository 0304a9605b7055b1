import { t } from 'elysia'
import { id, orNull } from '../../platform/http-schema'
import { MAX_NAME_LENGTH } from '../../platform/limits'
import { color } from '../shared/schemas'

const PERSON = t.Object({
  id,
  name: t.String({ maxLength: MAX_NAME_LENGTH }),
  color,
  birthday: orNull(t.String({ format: 'date', description: 'YYYY-MM-DD' })),
  position: t.Integer({ minimum: 0, description: 'Order among the persons' }),
  memberId: orNull(t.Integer({ minimum: 1, description: 'Null: a person without sign-in' })),
  managerIds: t.Array(id, { description: 'Members who look after a person without sign-in' }),
  canManage: t.Boolean({ description: 'The caller may change the person' }),
})
export const PEOPLE = t.Object({ people: t.Array(PERSON) })

/** A person as one member sees them. */
export type Person = typeof PERSON.static

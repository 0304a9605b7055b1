import { t } from 'elysia'
import { parseIsoDate } from '../../calendar/ical/civil'
import { id, MAX_ID, orNull, strictInteger } from '../../platform/http-schema'
import { limitedText } from '../../platform/http-text'
import { MAX_NAME_LENGTH } from '../../platform/limits'
import { memberColor } from '../shared/member-color'
import { personName } from '../shared/person-name'
import { color } from '../shared/schemas'

const MAX_MANAGERS = 50
const FIRST_BIRTHDAY = '1800-01-01'

const name = personName("Ends trimmed; nobody else's, in any case")
const BIRTHDAY_RULE = 'null, or a date that exists, as YYYY-MM-DD'
const birthday = t.Union(
  [
    limitedText(10, 10, {
      description: 'A day that has come',
      furtherProblemOf: (text) => (isBirthday(text) ? null : `expected ${BIRTHDAY_RULE}`),
    }),
    t.Null(),
  ],
  { error: `expected ${BIRTHDAY_RULE}` },
)
const managerIds = t.Array(strictInteger({ minimum: 1, maximum: MAX_ID }), {
  maxItems: MAX_MANAGERS,
  error: `expected a list of at most ${MAX_MANAGERS} ids of members`,
})

const isBirthday = (text: string) => parseIsoDate(text) !== null && text >= FIRST_BIRTHDAY

export const NewPersonBody = t.Object({
  name,
  color: t.Optional(memberColor),
  birthday: t.Optional(birthday),
  managerIds: t.Optional(managerIds),
})

export const PersonChangeBody = t.Object({
  name: t.Optional(name),
  color: t.Optional(memberColor),
  birthday: t.Optional(birthday),
  position: t.Optional(strictInteger({ minimum: 0, maximum: MAX_ID })),
  managerIds: t.Optional(managerIds),
})

export const PERSON = t.Object({
  id,
  name: t.String({ maxLength: MAX_NAME_LENGTH }),
  color,
  birthday: orNull(t.String({ format: 'date', description: 'YYYY-MM-DD' })),
  position: t.Integer({ minimum: 0, description: 'Place among the people' }),
  memberId: orNull(t.Integer({ minimum: 1, description: 'Null: a person without sign-in' })),
  managerIds: t.Array(id, { description: 'Members who look after the person' }),
  canManage: t.Boolean({ description: 'The caller may change the person' }),
})
export const PEOPLE = t.Object({ people: t.Array(PERSON) })

/** A person as one member sees them. */
export type Person = typeof PERSON.static

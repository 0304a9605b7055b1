import { expect, test } from 'bun:test'
import { t } from 'elysia'
import { shapeOf } from '../../../web/answer-shapes'

const LIST = t.Object({ id: t.Integer(), name: t.String(), items: t.Array(t.Object({ text: t.String() })) })
const shape = (schema: object) => JSON.stringify(shapeOf(schema))

test.each([
  [
    'a description or a limit',
    t.Object({ ...LIST.properties, name: t.String({ maxLength: 9, description: 'Its name' }) }),
  ],
  ['another order', t.Object({ items: LIST.properties.items, name: t.String(), id: t.Integer() })],
  ['a field that may be missing', t.Object({ ...LIST.properties, icon: t.Optional(t.String()) })],
])('what is kept of an answer is read by a version that differs in %s', (_, schema) => {
  expect(shape(schema)).toBe(shape(LIST))
})

test('one more word of a choice changes nothing, null does', () => {
  const words = (...all: string[]) => t.Union(all.map((word) => t.Literal(word)))
  expect(shape(words('open', 'done'))).toBe(shape(words('done', 'open', 'late')))
  expect(shape(t.Union([words('open', 'done'), t.Null()]))).not.toBe(shape(words('open', 'done')))
})

test.each([
  ['knows a field more', t.Object({ ...LIST.properties, rank: t.String() })],
  ['knows a field less', t.Pick(LIST, ['id', 'items'])],
  ['has a field of another type', t.Object({ ...LIST.properties, id: t.String() })],
  ['has one for several', t.Object({ ...LIST.properties, items: t.Object({ text: t.String() }) })],
  [
    'knows more deep inside',
    t.Object({ ...LIST.properties, items: t.Array(t.Object({ text: t.String(), by: t.Integer() })) }),
  ],
])('and not by one that %s', (_, schema) => {
  expect(shape(schema)).not.toBe(shape(LIST))
})

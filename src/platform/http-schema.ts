import { type TSchema, t } from 'elysia'

/** The largest id a row can have. */
export const MAX_ID = 2_147_483_647

/**
 * A row's id in a path: a positive whole number, written plainly. Elysia's own numbers also take `1e3` and `0x10`. One
 * that no row can have is no row's: of four hundred digits a number would be Infinity, which SQL takes for a column.
 */
export const IdInPath = t
  .Transform(t.String({ pattern: '^[1-9][0-9]*$', error: 'expected a positive whole number' }))
  .Decode((text) => Math.min(Number(text), MAX_ID + 1))
  .Encode(String)
export const IdPath = t.Object({ id: IdInPath })

/** A whole number in a body. Elysia's own integer also takes `"5"`. */
export const strictInteger = (options: { minimum: number; maximum: number }) =>
  t.Number({
    ...options,
    multipleOf: 1,
    error: `expected a whole number from ${options.minimum} to ${options.maximum}`,
  })

/** Schemas of answers describe and type them; nothing is checked against them while the service runs. */

export const orNull = <T extends TSchema>(schema: T) => t.Union([schema, t.Null()])
/** One of these words. Not for requests: Elysia would type the decoded value as `never`. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  t.Union(words.map((word) => t.Literal<Words[number]>(word)))
export const id = t.Integer({ minimum: 1 })
/** A number of things. */
export const amount = t.Integer({ minimum: 0 })
export const instant = t.String({ format: 'date-time', description: 'UTC, ISO 8601' })

export const OK = t.Object({ ok: t.Literal(true) })
export const ID = t.Object({ id })
export const ERROR = t.Object({ error: t.String({ description: 'A sentence for the person who asked' }) })

import { type TSchema, t } from 'elysia'
import { badRequest } from './http-errors'

/** A row's id in a path: a positive whole number, written plainly. Elysia's own numbers also take `1e3` and `0x10`. */
export const IdInPath = t
  .Transform(t.String({ pattern: '^[1-9][0-9]*$', error: 'expected a positive whole number' }))
  .Decode(Number)
  .Encode(String)

/**
 * A text with its ends trimmed, of 1 to `longest` characters. Characters are code points, as the database counts
 * them; a schema's `maxLength` would count UTF-16 units, and before the trimming.
 * @throws Refusal 400 naming the field and the rule
 */
export function trimmedText(field: string, text: string, longest: number): string {
  const trimmed = text.trim()
  // An unpaired surrogate has no UTF-8 form and would come back as another text.
  if (!trimmed.isWellFormed()) throw badRequest(`${field}: expected well-formed Unicode text`)
  // One code point has at most two units: a huge text is refused without being walked.
  const isTooLong = trimmed.length > longest && (trimmed.length > 2 * longest || [...trimmed].length > longest)
  if (trimmed === '' || isTooLong) throw badRequest(`${field}: expected text of 1 to ${longest} characters`)
  return trimmed
}

/**
 * A text of a body whose characters `trimmedText` or `hasLength` counts: a schema's `maxLength` would count UTF-16 units,
 * and before the trimming. `characters` validates nothing; the description of the interface shows it as the limits.
 */
export const limitedText = (fewest: number, most: number, description?: string) =>
  t.String({ characters: [fewest, most], ...(description !== undefined && { description }) })

/** Whether a text has this many characters (code points), its ends included. */
export function hasLength(text: string, fewest: number, most: number): boolean {
  if (text.length < fewest || text.length > 2 * most) return false
  const length = [...text].length
  return length >= fewest && length <= most
}

/** A whole number in a body. Elysia's own integer also takes `"5"`. */
export const strictInteger = (options: { minimum: number; maximum: number }) =>
  t.Number({
    ...options,
    multipleOf: 1,
    error: `expected a whole number from ${options.minimum} to ${options.maximum}`,
  })

/** Parts of answers. Nothing checks an answer against its schema while the service runs. */
export const orNull = <T extends TSchema>(schema: T) => t.Union([schema, t.Null()])
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  t.Union(words.map((word) => t.Literal<Words[number]>(word)))
export const id = t.Integer({ minimum: 1 })
/** A number of things. */
export const amount = t.Integer({ minimum: 0 })
export const instant = t.String({ format: 'date-time', description: 'UTC, ISO 8601' })

export const OK = t.Object({ ok: t.Literal(true) })
export const ID = t.Object({ id })
export const ERROR = t.Object({ error: t.String({ description: 'A sentence for the person who asked' }) })

/** The largest id a row can have. */
export const MAX_ID = 2_147_483_647

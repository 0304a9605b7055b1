import { t } from 'elysia'
import { createType } from 'elysia/type-system/utils'
import { badRequest } from './http-errors'

/** Texts in requests, counted in characters: code points, as the database and JSON Schema count them. */

interface TextOptions {
  description?: string
  /** Words in place of those that name the limits. */
  error?: string
  /** What else is wrong with a text, in words; null for nothing. */
  furtherProblemOf?: (text: string) => string | null
}

/** A schema's keywords: `minLength` and `maxLength` for the description, `refusalOf` for the check. */
interface TextSchema {
  type: 'string'
  minLength: number
  maxLength: number
  description?: string
  /** What is wrong with a value; null for nothing. */
  refusalOf(value: unknown): string | null
}

// Its declaration says that it returns a schema; it returns what makes one.
const text = createType<TextSchema, string>('Text', ({ refusalOf }, value) => refusalOf(value) === null) as unknown as (
  schema: TextSchema,
) => ReturnType<typeof t.Unsafe<string>>

/** A text as it was sent. TypeBox's own string counts UTF-16 units. */
export const limitedText = (fewest: number, most: number, options: TextOptions = {}) =>
  text(keywordsOf(fewest, most, options, (value) => problemOf(value, fewest, most, options)))

/** A text of at least one character; handlers get it with its ends trimmed. */
export const trimmedText = (most: number, options: TextOptions = {}) =>
  t
    .Transform(text(keywordsOf(1, most, options, (value) => problemOfTrimmed(value.trim(), most, options))))
    .Decode((value) => value.trim())
    .Encode((value) => value)

const keywordsOf = (
  minLength: number,
  maxLength: number,
  { description }: TextOptions,
  refusalOfText: (value: string) => string | null,
): TextSchema => ({
  type: 'string',
  minLength,
  maxLength,
  ...(description !== undefined && { description }),
  refusalOf: (value) => (typeof value === 'string' ? refusalOfText(value) : 'expected text'),
})

/** The rules of `trimmedText` for what comes another way. @throws Refusal 400 naming the field and the rule */
export function checkTrimmed(field: string, value: string, most: number, options: TextOptions = {}): string {
  const trimmed = value.trim()
  const problem = problemOfTrimmed(trimmed, most, options)
  if (problem !== null) throw badRequest(`${field}: ${problem}`)
  return trimmed
}

/** Whether a text has this many characters, its ends included. */
export function hasLength(value: string, fewest: number, most: number): boolean {
  // One code point has at most two units: a huge text is refused without being walked.
  if (value.length < fewest || value.length > 2 * most) return false
  const length = [...value].length
  return length >= fewest && length <= most
}

function problemOf(
  value: string,
  fewest: number,
  most: number,
  { error, furtherProblemOf }: TextOptions,
): string | null {
  if (!hasLength(value, fewest, most)) return error ?? `expected text of ${fewest} to ${most} characters`
  return furtherProblemOf?.(value) ?? null
}

function problemOfTrimmed(trimmed: string, most: number, options: TextOptions = {}): string | null {
  // An unpaired surrogate has no UTF-8 form and would come back as another text.
  return trimmed.isWellFormed() ? problemOf(trimmed, 1, most, options) : 'expected well-formed Unicode text'
}

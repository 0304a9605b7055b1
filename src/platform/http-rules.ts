/** The keywords of a schema that its rule is told by (JSON Schema); `error` and `refusalOf` are ours (`http-text.ts`). */
interface Keywords {
  error?: unknown
  refusalOf?: unknown
  anyOf?: Keywords[]
  const?: unknown
  type?: unknown
  pattern?: unknown
  format?: unknown
  minLength?: unknown
  maxLength?: unknown
  minimum?: unknown
  maximum?: unknown
  minItems?: unknown
  maxItems?: unknown
}

/** What a schema expects, in words, of a value that it refuses; null when it does not say. Never repeats the value. */
export function ruleOf(schema: Keywords, value: unknown): string | null {
  const { error, refusalOf, anyOf, type, pattern } = schema
  if (typeof error === 'string') return error
  if (typeof refusalOf === 'function') return refusalOf(value)
  if (anyOf !== undefined) return ruleOfAny(anyOf, value)
  if ('const' in schema) return `expected ${schema.const}`
  if (type === 'string' || pattern !== undefined) return ruleOfText(schema)
  if (type === 'boolean') return 'expected true or false'
  if (type === 'integer' || type === 'number') return ruleOfNumber(schema)
  if (type === 'array') return ruleOfList(schema)
  if (type === 'object') return 'expected an object with the required fields'
  return null
}

function ruleOfAny(schemas: readonly Keywords[], value: unknown): string | null {
  const others = schemas.filter(({ type }) => type !== 'null')
  const rule = ruleOfOthers(others, value)
  return rule === null || others.length === schemas.length ? rule : `${rule}, or null`
}

function ruleOfOthers(schemas: readonly Keywords[], value: unknown): string | null {
  if (schemas.every((each) => 'const' in each)) return `expected ${oneOf(schemas.map((each) => each.const))}`
  return schemas.length === 1 ? ruleOf(schemas[0]!, value) : null
}

const oneOf = (values: readonly unknown[]) => (values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`)

function ruleOfText({ minLength, maxLength, format }: Keywords): string {
  if (typeof maxLength === 'number') return `expected text of ${minLength ?? 0} to ${maxLength} characters`
  if (typeof minLength === 'number') return `expected text of at least ${minLength} characters`
  return typeof format === 'string' ? `expected a valid ${format}` : 'expected text'
}

function ruleOfNumber({ minimum, maximum }: Keywords): string {
  if (minimum !== undefined && maximum !== undefined) return `expected a whole number from ${minimum} to ${maximum}`
  return minimum === undefined ? 'expected a whole number' : `expected a whole number of at least ${minimum}`
}

function ruleOfList({ minItems, maxItems }: Keywords): string {
  if (maxItems !== undefined)
    return `expected a list of ${minItems === undefined ? 'at most' : `${minItems} to`} ${maxItems}`
  return minItems === undefined ? 'expected a list' : `expected a list of at least ${minItems}`
}

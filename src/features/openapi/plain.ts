const NOT_JSON_SCHEMA = ['error', 'characters', 'multipleOf']

/**
 * A route's schema as plain JSON Schema: without the words for refusals, with the limits that handlers check themselves
 * (`limitedText`), and with whole numbers called so.
 */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const plain: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (NOT_JSON_SCHEMA.includes(keyword)) continue
    plain[keyword] = keyword === 'properties' ? plainProperties(value) : plainSchema(value)
  }
  const { characters, multipleOf, type } = schema as { characters?: number[]; multipleOf?: number; type?: string }
  if (type === 'number' && multipleOf === 1) plain.type = 'integer'
  if (characters !== undefined) [plain.minLength, plain.maxLength] = characters
  return plain
}

/** Names of properties are no keywords: one may well be called `error`. */
function plainProperties(properties: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plainSchema(schema)]))
}

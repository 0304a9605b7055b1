const NOT_JSON_SCHEMA = ['error', 'refusalOf', 'multipleOf']

/** A route's schema as plain JSON Schema: without the words for refusals, and with whole numbers called so. */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const plain: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (NOT_JSON_SCHEMA.includes(keyword)) continue
    plain[keyword] = keyword === 'properties' ? plainProperties(value) : plainSchema(value)
  }
  const { multipleOf, type } = schema as { multipleOf?: number; type?: string }
  if (type === 'number' && multipleOf === 1) plain.type = 'integer'
  return plain
}

/** Names of properties are no keywords: one may well be called `error`. */
function plainProperties(properties: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plainSchema(schema)]))
}

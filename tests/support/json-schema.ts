/** A plain JSON Schema as our description uses it; a keyword that is not listed here is a mistake there. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}

const KEYWORDS = new Set([
  ...['type', 'description', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'const', 'enum'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'format'],
])

const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  email: /^[^@\s]+@[^@\s]+$/,
}

/** What is wrong with a value, one line each; a property that the schema does not know is wrong, too. */
export function complaints(schema: JsonSchema, value: unknown, at = ''): string[] {
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword))
  if (unknown.length > 0) return [`${at}: unknown keywords ${unknown}`]
  if (schema.anyOf !== undefined) {
    const each = schema.anyOf.map((one) => complaints(one, value, at))
    return each.some((found) => found.length === 0) ? [] : each.flat()
  }
  if ('const' in schema && value !== schema.const) return [`${at}: not ${schema.const}`]
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at}: not one of ${schema.enum}`]
  if (schema.type !== undefined && ![schema.type].flat().includes(typeOf(value, schema.type))) {
    return [`${at}: ${typeOf(value)} is not ${schema.type}`]
  }
  if (typeof value === 'string') return textComplaints(schema, value, at)
  if (typeof value === 'number') {
    const isWithin = value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value)
    return isWithin ? [] : [`${at}: ${value} is out of bounds`]
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (schema.items ? complaints(schema.items, item, `${at}/${index}`) : []))
  }
  return typeof value === 'object' && value !== null ? objectComplaints(schema, value, at) : []
}

function textComplaints(
  { minLength = 0, maxLength = Infinity, pattern, format }: JsonSchema,
  text: string,
  at: string,
) {
  const length = [...text].length
  if (length < minLength || length > maxLength) return [`${at}: ${length} characters`]
  if (pattern !== undefined && !new RegExp(pattern).test(text)) return [`${at}: does not match ${pattern}`]
  if (format === undefined) return []
  const rule = FORMATS[format]
  return rule?.test(text) === true ? [] : [`${at}: not a ${format}`]
}

function objectComplaints(schema: JsonSchema, value: object, at: string): string[] {
  const { properties = {}, required = [], additionalProperties = false } = schema
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}/${name}: missing`)
  const found = Object.entries(value).flatMap(([name, field]) => {
    const known = properties[name]
    if (known !== undefined) return complaints(known, field, `${at}/${name}`)
    return additionalProperties ? [] : [`${at}/${name}: not described`]
  })
  return [...missing, ...found]
}

function typeOf(value: unknown, expected: string | string[] = []): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (Number.isInteger(value) && [expected].flat().includes('integer')) return 'integer'
  return typeof value
}

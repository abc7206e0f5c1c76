/** A JSON Schema (2020-12) in which {@link formFault} found nothing. */
export type Schema = boolean | { readonly [keyword: string]: unknown }

const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isType = (value: unknown) => types.includes(value as string)

type Form = readonly [says: string, holds: (value: unknown) => boolean]
const text: Form = ['must be a string', isText]
const number: Form = ['must be a number', isNumber]
const count: Form = ['must be a whole number of 0 or more', isCount]
const texts: Form = ['must be an array of strings', isTexts]

/** Keywords whose values are not schemas, and the form of these values. */
const forms = new Map<string, Form>(
  Object.entries({
    $id: text,
    $schema: text,
    $ref: text,
    $dynamicRef: text,
    $anchor: text,
    $dynamicAnchor: text,
    type: [
      `must be one of ${types.join(', ')}, or an array of these`,
      (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
    ],
    enum: ['must be an array', Array.isArray],
    multipleOf: ['must be a number above 0', (value) => isNumber(value) && (value as number) > 0],
    maximum: number,
    exclusiveMaximum: number,
    minimum: number,
    exclusiveMinimum: number,
    maxLength: count,
    minLength: count,
    maxItems: count,
    minItems: count,
    maxContains: count,
    minContains: count,
    maxProperties: count,
    minProperties: count,
    pattern: text,
    uniqueItems: ['must be true or false', isFlag],
    required: texts,
    dependentRequired: [
      'must be an object of arrays of strings',
      (value) => isMap(value) && Object.values(value).every(isTexts),
    ],
  }),
)

const one = ['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties']
/** Keywords whose value is a schema, an array of schemas, or an object of schemas. */
const schemaKeywords = {
  one: [...one, 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
}

type Shape = keyof typeof schemaKeywords
const shapes = new Map(
  Object.entries(schemaKeywords).flatMap(([shape, keywords]) =>
    keywords.map((keyword) => [keyword, shape as Shape]),
  ),
)

/** What is wrong with the form of a schema's own keywords; undefined if nothing is. */
export function formFault(schema: unknown): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isMap(schema)) return 'a schema must be an object, true or false'
  // A schema may have thousands of subschemas, with a keyword or two each.
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    const form = forms.get(keyword)
    if (form && !form[1](value)) return `${keyword} ${form[0]}`
    const shape = shapes.get(keyword)
    const isList = Array.isArray(value) && value.length > 0
    if (shape === 'list' && !isList) return `${keyword} must be an array of schemas`
    if (shape === 'map' && !isMap(value)) return `${keyword} must be an object of schemas`
  }
  return undefined
}

/** The direct subschemas of a schema. */
export function* subschemas(schema: { readonly [keyword: string]: unknown }): Iterable<Schema> {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    switch (shapes.get(keyword)) {
      case 'one':
        yield value as Schema
        break
      case 'list':
        yield* value as Schema[]
        break
      case 'map':
        yield* Object.values(value as object) as Schema[]
    }
  }
}

import type { JsonSchema } from '@sluice/contract'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

interface Part {
  readonly name?: string
  readonly description?: string
  readonly schema?: JsonSchema
  readonly content?: Record<string, { schema: JsonSchema; example?: unknown }>
}

interface Shown {
  readonly operationId: string
  readonly parameters?: readonly Part[]
  readonly requestBody?: Part
  readonly responses: Record<string, Part>
}

const { paths, webhooks, components } = openApiDocument('http://api.example') as {
  paths: Record<string, Record<string, Shown>>
  webhooks: Record<string, Record<string, Shown>>
  components: { schemas: Record<string, JsonSchema>; headers: Record<string, Part> }
}
const { schemas, headers } = components

/** A place in the document, and whether it has a description. */
type Found = readonly [place: string, isDescribed: boolean]

const operations = Object.values({ ...paths, ...webhooks }).flatMap(Object.values<Shown>)
const found: readonly Found[] = [
  ...Object.entries(schemas).map(([name, { description }]) => [name, !!description] as const),
  ...Object.entries(schemas).flatMap(([name, schema]) => propertiesOf(schema, name)),
  ...Object.entries(headers).map(([name, { description }]) => [name, !!description] as const),
  ...operations.flatMap((one) => partsOf(one)),
]

function partsOf({ operationId, parameters = [], requestBody, responses }: Shown): Found[] {
  const parts = [
    ...parameters,
    ...(requestBody ? [{ ...requestBody, name: 'body' }] : []),
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => ({ ...answer, name: status })),
  ]
  return parts.flatMap(({ name, description, schema, content = {} }): Found[] => {
    const place = `${operationId} ${name}`
    const held = [...(schema ? [{ schema }] : []), ...Object.values(content)]
    return [[place, !!description], ...held.flatMap(({ schema }) => propertiesOf(schema, place))]
  })
}

function propertiesOf(schema: JsonSchema | boolean | undefined, place: string): Found[] {
  if (typeof schema !== 'object') return []
  const own = Object.entries(schema.properties ?? {})
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [] } = schema
  return [
    ...own.map(([name, one]): Found => [`${place}.${name}`, isDescribed(one)]),
    ...own.flatMap(([name, one]) => propertiesOf(one, `${place}.${name}`)),
    ...[...anyOf, ...oneOf, ...allOf, ...prefixItems].flatMap((one) => propertiesOf(one, place)),
    ...propertiesOf(schema.items || undefined, `${place}[]`),
    ...propertiesOf(schema.additionalProperties, `${place}{}`),
  ]
}

/** A property that is a named schema may rely on that schema's description. */
function isDescribed({ description, $ref }: JsonSchema): boolean {
  return !!(description ?? schemas[$ref?.split('/').at(-1) ?? '']?.description)
}

test('every property, parameter, body and named schema has a description', () => {
  expect(found.length).toBeGreaterThan(1500)
  expect(found.filter(([, isDescribed]) => !isDescribed).map(([place]) => place)).toEqual([])
})

test('a property without a description is found, however deep', () => {
  const items = { type: 'object', properties: { value: { type: 'number' } } } as const
  const schema = { properties: { list: { description: 'Many', anyOf: [{ items }] } } }
  expect(propertiesOf(schema, 'X')).toEqual([
    ['X.list', true],
    ['X.list[].value', false],
  ])
})

/** Media types whose bodies are bytes, which a document cannot show. */
const bytes = /protobuf|arrow/

test('every body and every answer has an example, except for bytes', () => {
  const shown = operations.flatMap(({ operationId, requestBody, responses }) =>
    [['body', requestBody] as const, ...Object.entries(responses)].flatMap(([name, part]) =>
      Object.entries(part?.content ?? {}).map(([type, { example }]) => {
        return { place: `${operationId} ${name} ${type}`, example, type }
      }),
    ),
  )
  expect(shown.length).toBeGreaterThan(130)
  const without = shown.filter(({ example, type }) => example === undefined && !bytes.test(type))
  expect(without.map(({ place }) => place)).toEqual([])
})

test('every JSON body of an operation is a schema with a name of its own', () => {
  const bodies = Object.values(paths)
    .flatMap(Object.values<Shown>)
    .flatMap(({ operationId, requestBody }) => {
      const { schema } = requestBody?.content?.['application/json'] ?? {}
      return schema ? [[operationId, schema.$ref] as const] : []
    })
    // OTLP's JSON format is not ours to describe.
    .filter(([operationId]) => operationId !== 'telemetry.ingestOtlp')
  expect(bodies.length).toBeGreaterThan(30)
  expect(bodies.filter(([, name]) => name === undefined)).toEqual([])
  expect(new Set(bodies.map(([, name]) => name)).size).toBe(bodies.length)
})

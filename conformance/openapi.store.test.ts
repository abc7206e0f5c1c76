/** A third-party JSON Schema validator on the OpenAPI document. */
import { openApiDocument } from '@sluice/api/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

const document = openApiDocument('https://api.sluice.test')

interface Shown {
  readonly schema: object
  readonly example?: unknown
}
type Content = Record<string, Shown>
interface Described {
  readonly operationId: string
  readonly parameters: readonly (Shown & { readonly name: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Record<string, { readonly content?: Content }>
}

/** All that a row shows with a schema: parameters, bodies and answers, in each of their forms. */
function placesOf({ operationId, parameters, requestBody, responses }: Described) {
  const forms = (place: string, content: Content = {}) =>
    Object.entries(content).map(([type, one]) => ({ ...one, name: `${place} ${type}` }))
  const all = [
    ...parameters,
    ...forms('body', requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content }]) => forms(status, content)),
  ]
  return all.map(({ name, ...one }) => ({ ...one, place: `${operationId} ${name}` }))
}

const { paths, webhooks, components } = document as {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object> }
}
const places = Object.values({ ...paths, ...webhooks })
  .flatMap((methods) => Object.values(methods))
  .flatMap(placesOf)

test('Ajv accepts every schema of the document, and every example is valid', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false })
  const own = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'))
  const { schemas } = components
  for (const [id, schema] of Object.entries(schemas)) ajv.addSchema(own(schema), id)
  for (const id of Object.keys(schemas)) expect(ajv.getSchema(id)).toBeTypeOf('function')
  const faulty = places.flatMap(({ place, schema, example }) => {
    const validate = ajv.compile(own(schema))
    if (example === undefined || validate(example)) return []
    return [{ place, faults: validate.errors }]
  })
  expect(faulty).toEqual([])
  expect(places.filter(({ example }) => example !== undefined).length).toBeGreaterThan(230)
})

/** Third-party tools on the OpenAPI document: a strict linter, a type generator, a JSON Schema validator. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '@sluice/api/openapi'
import { type Operation, operationNames, operations } from '@sluice/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const document = openApiDocument('https://api.sluice.test')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(here, '.types-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** There is no licence to name; all other rules of the strictest set apply. */
const rules = { 'info-license': 'off', 'info-license-strict': 'off' } as const

async function lint(source: object) {
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source: JSON.stringify(source), config })
  return problems.map(({ ruleId, message, location }) => {
    const [place] = location
    return `${ruleId} at ${place?.pointer}: ${message}`
  })
}

test("the OpenAPI document passes Redocly's strictest rules", async () => {
  expect(await lint(document)).toEqual([])
})

test("Redocly's rules report a faulty OpenAPI document", async () => {
  expect(await lint({ ...document, servers: [] })).not.toEqual([])
})

const consumer = `
import type { components, operations } from './schema.ts'

type Thing = components['schemas']['Thing']
type Listed = operations['things.list']['responses'][200]['content']['application/json']
type Draft = operations['things.create']['requestBody']['content']['application/json']
type Query = NonNullable<operations['things.list']['parameters']['query']>

export const draft: Draft = { name: 'Truck 7', thingTypeId: 'truck' }
export const query: Query = { sort: '-name', limit: 10 }
export const first = (page: Listed): Thing | undefined => page.items[0]
export const fault = (problem: components['schemas']['Problem']): string => problem.detail
// @ts-expect-error a thing needs a name
export const nameless: Draft = { thingTypeId: 'truck' }
// @ts-expect-error no such order
export const odd: Query = { sort: 'size' }
`

test('openapi-typescript generates types that compile and match the contract', async () => {
  const types = astToString(await openapiTypescript(JSON.stringify(document)))
  for (const name of operationNames) expect(types).toContain(`"${name}": {`)
  await writeFile(join(folder, 'schema.ts'), types)
  await writeFile(join(folder, 'consumer.ts'), consumer)
  const project = { extends: '../../tsconfig.base.json', files: ['consumer.ts', 'schema.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))
  const result = await promisify(execFile)(tsc, ['-p', folder]).catch(({ stdout }) => ({ stdout }))
  expect(result.stdout).toBe('')
})

interface Described {
  readonly parameters: readonly { name: string; schema: object; example?: unknown }[]
  readonly requestBody?: { content: { 'application/json': { schema: object; example?: unknown } } }
}

test('Ajv accepts every schema of the document, and every example is valid', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false })
  const own = (schema: object) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"'))
  const { schemas } = document.components as { schemas: Record<string, object> }
  for (const [id, schema] of Object.entries(schemas)) ajv.addSchema(own(schema), id)
  for (const id of Object.keys(schemas)) expect(ajv.getSchema(id)).toBeTypeOf('function')
  const examples = operationNames.flatMap((name) => {
    const { path, method }: Operation = operations[name]
    const paths = document.paths as Record<string, Record<string, Described>>
    const row = paths[path]?.[method.toLowerCase()]
    if (!row) throw new Error(`The document lacks ${name}.`)
    const { parameters, requestBody } = row
    const body = requestBody?.content['application/json']
    return [...parameters, ...(body ? [{ ...body, name: 'body' }] : [])].flatMap((place) => {
      const validate = ajv.compile(own(place.schema))
      if (place.example === undefined) return []
      const fits = validate(place.example)
      return [{ place: `${name} ${place.name}`, faults: fits ? [] : validate.errors }]
    })
  })
  expect(examples.filter(({ faults }) => faults?.length !== 0)).toEqual([])
  const bodies = operationNames.filter((name) => {
    const { body, bodyType }: Operation = operations[name]
    return body && bodyType === undefined
  })
  const shown = examples.map(({ place }) => place)
  for (const name of bodies) expect(shown).toContain(`${name} body`)
})

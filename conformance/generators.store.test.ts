/** Generators of clients on the OpenAPI document: what they make compiles, and its types have the contract's names. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '@sluice/api/openapi'
import { operationNames } from '@sluice/contract'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { generate as generateByOrval } from 'orval'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const document = openApiDocument('https://api.sluice.test')

/** What any of them leaves to a caller. */
const misuse = `
// @ts-expect-error a thing needs a name
export const nameless: Draft = { thingTypeId: 'truck' }
// @ts-expect-error no such order
export const odd: Query = { sort: 'size' }
`

interface Generator {
  readonly generate: (folder: string) => Promise<void>
  readonly consumer: string
}

const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    async generate(folder) {
      // By itself it demands what has a default, even of those who send it.
      const options = { defaultNonNullable: false }
      const types = astToString(await openapiTypescript(JSON.stringify(document), options))
      for (const name of operationNames) expect(types).toContain(`"${name}": {`)
      await writeFile(join(folder, 'openapi-typescript.ts'), types)
    },
    consumer: `
import type { components, operations } from './openapi-typescript.ts'
type Draft = components['schemas']['ThingCreate']
type Sent = operations['things.create']['requestBody']['content']['application/json']
type Listed = operations['things.list']['responses'][200]['content']['application/json']
type Query = NonNullable<operations['things.list']['parameters']['query']>
export const draft: Sent = { name: 'Truck 7', thingTypeId: 'truck' } satisfies Draft
export const query: Query = { sort: '-name', limit: 10 }
export const first = (page: Listed): components['schemas']['Thing'] | undefined => page.items[0]
export const fault = (problem: components['schemas']['Problem']): string => problem.detail
`,
  },
  'hey-api': {
    async generate(folder) {
      const { createClient } = await heyApi()
      await createClient({
        input: JSON.parse(JSON.stringify(document)),
        output: join(folder, 'hey-api'),
        logs: { level: 'silent' },
      })
    },
    consumer: `
import { type Problem, type Thing, type ThingCreate as Draft, thingsCreate, thingsList, type ThingsListData } from './hey-api/index.ts'
type Query = NonNullable<ThingsListData['query']>
export async function first(): Promise<Thing | undefined> {
  const { data, error } = await thingsList({ query: { sort: '-name', limit: 10 } })
  const problem: Problem | undefined = error
  if (problem) throw new Error(problem.detail)
  const draft: Draft = { name: 'Truck 7', thingTypeId: 'truck' }
  await thingsCreate({ body: draft })
  return data?.items[0]
}
`,
  },
  orval: {
    async generate(folder) {
      const input = join(folder, 'openapi.json')
      await writeFile(input, JSON.stringify(document))
      const target = join(folder, 'orval', 'client.ts')
      // OTLP has two forms, and a function that takes both does not compile.
      const override = { splitByContentType: true }
      const output = { target, mode: 'split', client: 'fetch', override } as const
      await generateByOrval({ input, output }, folder, {})
    },
    consumer: `
import type { Thing, ThingCreate as Draft, ThingsListParams as Query } from './orval/client.schemas.ts'
import { thingsCreate, thingsList } from './orval/client.ts'
export async function first(): Promise<Thing | undefined> {
  const answer = await thingsList({ sort: '-name', limit: 10 })
  if (answer.status !== 200) throw new Error(answer.data.detail)
  const draft: Draft = { name: 'Truck 7', thingTypeId: 'truck' }
  await thingsCreate(draft)
  return answer.data.items[0]
}
`,
  },
}

/** It needs the compiler of TypeScript 5 or 6, and finds the one of the repository, which is 7. */
async function heyApi() {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(
        specifier,
        specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context,
      ),
  })
  return import('@hey-api/openapi-ts').finally(() => hooks.deregister())
}

/** As a project in a browser or a bundler has it. */
const compilerOptions = {
  ...{ strict: true, noEmit: true, types: [], allowImportingTsExtensions: true },
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  lib: ['es2023', 'dom', 'dom.iterable'],
}

let folder: string
let faults: readonly string[]
beforeAll(async () => {
  // One of them is cheerful.
  const silent = vi.spyOn(console, 'log').mockReturnValue()
  folder = await mkdtemp(join(here, '.generated-'))
  const files = []
  for (const [name, { generate, consumer }] of Object.entries(generators)) {
    await generate(folder)
    files.push(`${name}-consumer.ts`)
    await writeFile(join(folder, `${name}-consumer.ts`), `${consumer}${misuse}`)
  }
  files.push('faulty.ts')
  await writeFile(join(folder, 'faulty.ts'), 'export const text: string = 1\n')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  silent.mockRestore()
  faults = await compile()
})
afterAll(() => rm(folder, { recursive: true }))

function compile(): Promise<string[]> {
  const tsc = join(here, 'node_modules', '.bin', 'tsc')
  return new Promise((resolve) => {
    execFile(tsc, ['-p', '.'], { cwd: folder }, (_, said) => resolve(said.split('\n')))
  })
}

test.each(Object.keys(generators))('what %s generates compiles, and its use', (name) => {
  expect(faults.filter((line) => line.startsWith(name))).toEqual([])
})

test('what does not compile would be seen', () => {
  expect(faults.filter((line) => line.startsWith('faulty.ts'))).toHaveLength(1)
})

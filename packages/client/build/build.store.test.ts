import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { operationNames } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPackage } from './build.ts'

const run = promisify(execFile)
// Inside the workspace, so that type checking finds the contract to compare with.
const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let target: string
beforeAll(async () => {
  folder = await mkdtemp(join(root, '.built-'))
  target = join(folder, 'dist')
  await buildPackage(target)
})
afterAll(() => rm(folder, { recursive: true }))

test('the packed files are code, declarations and the README, and depend on nothing', async () => {
  const { stdout } = await run('npm', ['pack', target, '--dry-run', '--json'], { cwd: folder })
  const [packed] = JSON.parse(stdout)
  const files: string[] = packed.files.map(({ path }: { path: string }) => path)
  const entries = ['esm/index.js', 'esm/index.d.ts', 'cjs/index.js', 'cjs/contract.d.ts']
  expect(files).toEqual(expect.arrayContaining(['README.md', ...entries]))
  const expected = /^(README\.md|package\.json|(esm|cjs)\/(package\.json|[\w-]+\.(js|d\.ts)))$/
  for (const file of files) expect(file).toMatch(expected)
  const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('private')
  expect(manifest).toMatchObject({
    license: 'UNLICENSED',
    repository: { directory: 'packages/client' },
  })
  for (const file of files.filter((name) => name !== 'README.md')) {
    const text = await readFile(join(target, file), 'utf8')
    expect(text, file).not.toMatch(/(from |require\()['"](?!\.\/[\w-]+\.js['"])/)
  }
})

test('the built client has a method for every operation', async () => {
  const { createClient } = await import(pathToFileURL(join(target, 'esm', 'index.js')).href)
  const client = createClient({ baseUrl: 'https://api.example', key: 'k' })
  for (const name of operationNames) {
    const [group = '', verb = ''] = name.split('.')
    expect(client[group][verb], name).toBeTypeOf('function')
  }
  expect(client.things.list.all).toBeTypeOf('function')
})

const consumer = `
import type { Call, EventBodies, OperationName, Output } from '@sluice/contract'
import { createClient, isReceipt, type Operations, SluiceProblem, verifyWebhook, type WebhookEvents, type WriteReceipt } from './dist/esm/index.js'

type Differs<A, B> = [A] extends [B] ? ([B] extends [A] ? false : true) : true
type WrongOutputs = {
  [N in OperationName]: Differs<Operations[N]['output'], Output<N>> extends true ? N : never
}[OperationName]
type WrongCalls = {
  [N in OperationName]: Operations[N]['call'] extends Call<N> ? never : N
}[OperationName]
export const outputs: [WrongOutputs] extends [never] ? true : WrongOutputs = true
export const calls: [WrongCalls] extends [never] ? true : WrongCalls = true

type WrongEvents = {
  [T in keyof EventBodies]: Differs<WebhookEvents[T], EventBodies[T]> extends true ? T : never
}[keyof EventBodies]
export const events: [WrongEvents] extends [never] ? true : WrongEvents = true

const client = createClient({ baseUrl: 'https://api.example', key: 'k' })
export async function use(): Promise<string> {
  for await (const thing of client.things.list.all({ query: { siteId: 'yard' } })) {
    if (thing.status === 'Retired') return thing.id
  }
  await client.keys.self()
  const site = await client.sites.create({ body: { name: 'Yard' } })
  if (isReceipt(site)) return (site satisfies WriteReceipt).id
  const table: string = await client.audit.list.csv({ query: { limit: 10 } })
  if (table === '') return table
  const chosen = await client.things.get({ params: { thingId: 'x' }, query: { fields: 'id,labels' } })
  const labels: Record<string, string> = chosen.labels
  // @ts-expect-error it was not asked for
  chosen.name
  for await (const page of client.telemetry.siteTimeseries.pages({ params: { siteId: 'yard' } })) {
    if (page.things > 0) return page.siteId
  }
  const arrow: ReadableStream<Uint8Array> = client.telemetry.timeseries.arrow.stream({ params: { thingId: 'x' } })
  await client.keys.list.withResponse({ query: { limit: 1 } }).then(({ data, response }) => [data.items, response.headers])
  const { event } = await verifyWebhook({ body: '', headers: {}, secret: 'whsec_' })
  if (event.type === 'thing.created') return event.data.thing.id + labels.x + String(arrow)
  // @ts-expect-error an audit log is no Arrow table
  client.audit.list.arrow
  // @ts-expect-error a thing is no table
  client.things.list.csv
  // @ts-expect-error a thing is named by its id
  await client.things.get()
  // @ts-expect-error no such status
  await client.things.update({ params: { thingId: 'x' }, body: { status: 'Odd' } })
  // @ts-expect-error one thing has no pages
  client.things.get.all
  const fault: unknown = null
  return fault instanceof SluiceProblem && fault.code === 'rate-limited' ? fault.detail : ''
}
`

test("the built client's declarations compile strictly by themselves and match the contract", async () => {
  await writeFile(join(folder, 'consumer.ts'), consumer)
  const project = {
    extends: '../../../tsconfig.base.json',
    files: ['consumer.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const tsc = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
  const result = await run(tsc, ['-p', folder]).catch(({ stdout }) => ({ stdout }))
  expect(result.stdout).toBe('')
})

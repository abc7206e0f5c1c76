/** The examples of the OpenAPI document, sent to the service as one story of an initially empty organization. */
import { type ActorName, actorNames, type Operation, operations } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { send } from '../testing/send.ts'
import { emptyTenant } from '../testing/tenant.ts'
import { useApi } from '../testing/use-api.ts'

/** What others need is created first, and not deleted. */
const first: readonly ActorName[] = [
  'metricDefinitions.create',
  'thingTypes.create',
  'sites.create',
  'fleets.create',
  'things.create',
]
const isKept = (name: ActorName) =>
  operations[name].method !== 'DELETE' || name === 'telemetry.erase'
/** An integration that the example of an update disables cannot be tested. */
const isUpdate = (name: ActorName) => operations[name].method === 'PATCH'
const others = actorNames.filter((name) => isKept(name) && !first.includes(name))
const names = [
  ...first,
  ...others.filter((name) => !isUpdate(name)),
  ...others.filter((name) => isUpdate(name)),
].filter((name) => !isBinary(operations[name]))

/** Bytes cannot be shown. sample-calls.ts has such bodies. */
function isBinary({ bodyType, orJson, example }: Operation): boolean {
  return bodyType !== undefined && !orJson && example?.body === undefined
}

const api = useApi()
let tenant: Awaited<ReturnType<typeof emptyTenant>>
let key: string
beforeAll(async () => {
  tenant = await emptyTenant(api.core)
  key = (await tenant.mint()).key
})

/** Generated ids are the only part of a call that an example cannot know. */
async function madeIds(name: ActorName): Promise<Record<string, string>> {
  const { path } = operations[name]
  if (path.includes('{keyId}')) return { keyId: (await tenant.mint()).id }
  if (!path.includes('{deliveryId}')) return {}
  const params = { integrationId: 'dispatch' }
  return { deliveryId: (await tenant.act('integrations.test', { params })).id }
}

const { paths } = openApiDocument('http://api.example') as {
  paths: Record<string, Record<string, Shown>>
}

interface Shown {
  readonly parameters?: readonly { in: string; name: string; example?: unknown }[]
  readonly requestBody?: { content: Record<string, { example?: unknown }> }
}

test.each(names)('the example of %s is accepted', async (name) => {
  const row: Operation = operations[name]
  const { parameters = [], requestBody } = paths[row.path]?.[row.method.toLowerCase()] ?? {}
  const shown = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.example !== undefined)
        .map((one) => [one.name, String(one.example)]),
    )
  const [type, { example } = {}] =
    Object.entries(requestBody?.content ?? {}).find(([, one]) => one.example !== undefined) ?? []
  const body = typeof example === 'string' ? Buffer.from(example) : example
  const params = { ...shown('path'), ...(await madeIds(name)) }
  const call = { params, query: shown('query'), body }
  const answer = await send(api.url, name, call, key, type ? { 'Content-Type': type } : {})
  expect(answer.status, answer.text).toBe(row.status)
})

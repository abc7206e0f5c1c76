/** Requests generated from the contract's schemas: none of them may be answered with 5xx. */
import { type Operation, type OperationName, operationNames, operations } from '@sluice/contract'
import {
  type GeneratedCall,
  type RandomRequest,
  randomRequests,
  uglyFields,
} from '@sluice/contract/testing'
import { atCommandLine, setLimit } from '@sluice/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleCalls } from './testing/sample-calls.ts'
import { startApi, type TestApi } from './testing/start-api.ts'
import { newTenant, type Tenant } from './testing/tenant.ts'
import { isFailure, sender, wireOf, wireOfRandom } from './testing/wire.ts'

const SEEDS = [1, 2, 3]
const REQUESTS = 700
const ROOM = { perMinute: 10_000_000, burst: 10_000_000, reason: 'a test', until: undefined }

let api: TestApi
let send: ReturnType<typeof sender>
beforeAll(async () => {
  api = await startApi()
  send = sender(api.url, 4)
})
afterAll(async () => {
  send.close()
  await api.close()
})

/** A tenant whose budgets are not exhausted. */
async function roomyTenant(): Promise<Tenant> {
  const tenant = await newTenant(api.core)
  for (const tier of ['standard', 'data-read'] as const) {
    await setLimit(atCommandLine(api.core), tenant.id, { tier, ...ROOM })
  }
  return tenant
}

/** Numbers around the limits of 32 bits and exact integers, and texts of the maximum length. */
const AT_BOUND = /: (-?(2147483647|2147483648|4294967296|9007199254740992|1e\+308)|"9" x \d+)$/

const withInput = operationNames.filter((name) => {
  const { params, query, body }: Operation = operations[name]
  return (params ?? query ?? body) !== undefined
})

test.each(withInput)('%s never answers 5xx for a field at its bound', async (name) => {
  const tenant = await roomyTenant()
  const { key } = await tenant.mint()
  const base: GeneratedCall = await sampleCalls[name](tenant)
  const failed: string[] = []
  for (const { what, call } of uglyFields(operations[name], base)) {
    if (!AT_BOUND.test(what)) continue
    const answer = await send(wireOf(name, call, key))
    if (isFailure(answer)) failed.push(`${what}: ${answer.status} ${answer.text}`)
  }
  expect(failed).toEqual([])
})

describe.each(SEEDS)('the random requests of seed %i', (seed) => {
  test(`none of ${REQUESTS} requests fails the service`, async () => {
    const { requests, keys } = await prepared(seed)
    const failed: string[] = []
    for (let i = 0; i < REQUESTS; i += 1) {
      const { value: request } = requests.next() as { value: RandomRequest }
      const answer = await send(wireOfRandom(request, keys[request.caller]))
      const { method, path, body } = request
      if (isFailure(answer))
        failed.push(`${method} ${path} ${body}: ${answer.status} ${answer.text}`)
    }
    expect(failed).toEqual([])
  })
})

/** A tenant with a resource for every id parameter, and the requests to it. */
async function prepared(seed: number) {
  const tenant = await roomyTenant()
  const bases: Partial<Record<OperationName, GeneratedCall>> = {}
  const ids: Record<string, string[]> = {}
  for (const name of operationNames) {
    const call = await sampleCalls[name](tenant)
    bases[name] = call
    for (const [parameter, id] of Object.entries(call.params ?? {})) {
      ids[parameter] = [...(ids[parameter] ?? []), id]
    }
  }
  const narrow = [{ action: '*' as const, resourceFilter: 'THING/truck/#' }]
  const keys: Partial<Record<RandomRequest['caller'], string>> = {
    all: (await tenant.mint()).key,
    reader: (await tenant.mint({ scopes: [{ action: 'read', resourceFilter: '#' }] })).key,
    narrow: (await tenant.mint({ scopes: narrow })).key,
    unknown: 'svcex_nonsense',
  }
  const pools = { ids, bases, cursors: ['eyJpZCI6MX0', '%', 'x'.repeat(500)] }
  return { requests: randomRequests(randomOf(seed), pools), keys }
}

/** Park and Miller's numbers in (0, 1), the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

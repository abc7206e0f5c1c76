/** Requests generated from the contract's schemas: none of them may be answered with 5xx. */
import { type OperationName, operationNames, operations } from '@sluice/contract'
import { callsAtBounds, type GeneratedCall } from '@sluice/contract/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareRequests } from './testing/prepare-requests.ts'
import { newRoomyTenant } from './testing/roomy-tenant.ts'
import { sampleCalls } from './testing/sample-calls.ts'
import { useApi } from './testing/use-api.ts'
import { isFailure, sender, wireOf, wireOfRandom } from './testing/wire.ts'

const SEEDS = [1, 2, 3]
const REQUESTS = 400

const api = useApi()
let send: ReturnType<typeof sender>
beforeAll(() => {
  send = sender(api.url, 4)
})
afterAll(() => send.close())

/** Operations without a bounded field, each with the reason. Today there are none: all have at least one text. */
const WITHOUT_BOUNDS: Partial<Record<OperationName, string>> = {}

test.each(operationNames)(
  '%s never fails for a field at its bound, and refuses one beyond',
  async (name) => {
    const tenant = await newRoomyTenant(api.core)
    const { key } = await tenant.mint()
    const base: GeneratedCall = await sampleCalls[name](tenant)
    const failed: string[] = []
    let tried = 0
    for (const { what, call, bound } of callsAtBounds(operations[name], base)) {
      tried += 1
      const answer = await send(wireOf(name, call, key))
      const isTaken = bound === 'beyond' && answer.status < 400
      if (isTaken || isFailure(answer)) failed.push(`${what}: ${answer.status} ${answer.text}`)
    }
    expect(failed).toEqual([])
    expect(tried === 0).toBe(name in WITHOUT_BOUNDS)
  },
)

describe.each(SEEDS)('the random requests of seed %i', (seed) => {
  test(`none of ${REQUESTS} requests fails the service`, async () => {
    const prepared = await prepareRequests(await newRoomyTenant(api.core), seed)
    const failed: string[] = []
    let succeeded = 0
    for (let i = 0; i < REQUESTS; i += 1) {
      const { value: request } = await prepared.requests.next()
      const answer = await send(wireOfRandom(request, prepared.keys[request.caller]))
      prepared.learn(request, answer)
      const { method, path, body } = request
      if (answer.status < 300) succeeded += 1
      if (isFailure(answer))
        failed.push(`${method} ${path} ${body}: ${answer.status} ${answer.text}`)
    }
    expect(failed).toEqual([])
    // Otherwise handlers would rarely be reached.
    expect(succeeded).toBeGreaterThan(REQUESTS / 20)
  })
})

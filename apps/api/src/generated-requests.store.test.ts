/** Requests generated from the contract's schemas: none of them may be answered with 5xx. */
import { type Operation, operationNames, operations } from '@sluice/contract'
import { type GeneratedCall, type RandomRequest, uglyFields } from '@sluice/contract/testing'
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

/** Numbers around the limits of 32 bits and exact integers, and texts of the maximum length. */
const AT_BOUND = /: (-?(2147483647|2147483648|4294967296|9007199254740992|1e\+308)|"9" x \d+)$/

const withInput = operationNames.filter((name) => {
  const { params, query, body }: Operation = operations[name]
  return (params ?? query ?? body) !== undefined
})

test.each(withInput)('%s never answers 5xx for a field at its bound', async (name) => {
  const tenant = await newRoomyTenant(api.core)
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
    const { requests, keys } = await prepareRequests(await newRoomyTenant(api.core), seed)
    const failed: string[] = []
    let succeeded = 0
    for (let i = 0; i < REQUESTS; i += 1) {
      const { value: request } = requests.next() as { value: RandomRequest }
      const answer = await send(wireOfRandom(request, keys[request.caller]))
      const { method, path, body } = request
      if (answer.status < 300) succeeded += 1
      if (isFailure(answer))
        failed.push(`${method} ${path} ${body}: ${answer.status} ${answer.text}`)
    }
    expect(failed).toEqual([])
    // Otherwise the handlers would hardly have been reached.
    expect(succeeded).toBeGreaterThan(REQUESTS / 20)
  })
})

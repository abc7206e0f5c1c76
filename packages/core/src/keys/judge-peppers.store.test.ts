import { afterAll, expect, test } from 'vitest'
import { openOwnCore } from '../testing/own-core.ts'
import type { Peppers } from './digest.ts'
import { judgePeppers, recordPeppers } from './judge-peppers.ts'

const { db, close } = await openOwnCore()
afterAll(close)

const judge = (...peppers: [number, string][]) => recordPeppers({ db, peppers: new Map(peppers) })
const [FIRST, SECOND, THIRD] = ['the first secret', 'the second secret', 'the third secret']

test('a pepper must have the secret that its version had first', async () => {
  expect(await judge([7, FIRST])).toBeUndefined()
  expect(await judge([7, FIRST])).toBeUndefined()
  expect(await judge([7, SECOND])).toMatch(/^KEY_PEPPERS has another secret for version 7 than/)
  expect(await judge([7, FIRST], [8, SECOND])).toBeUndefined()
  // One that is left out, or comes back, is the operator's to decide.
  expect(await judge([8, SECOND])).toBeUndefined()
  expect(await judge([8, SECOND], [7, FIRST])).toBeUndefined()
})

test('the fault names the next version, and no secret', async () => {
  await judge([20, FIRST], [21, SECOND])
  const fault = await judge([20, THIRD], [21, SECOND])
  expect(fault).toMatch(/remove version 20 and give a new secret a higher one: 22:secret/)
  for (const secret of [FIRST, SECOND, THIRD]) expect(fault).not.toContain(secret)
})

test('of processes that start at once with different secrets, all with one of them may run', async () => {
  const secrets = Array.from({ length: 12 }, (_, i) => `secret number ${i % 3}`)
  const faults = await Promise.all(secrets.map((secret) => judge([30, secret])))
  const admitted = new Set(secrets.filter((_, i) => faults[i] === undefined))
  expect(admitted.size).toBe(1)
  expect(faults.filter((fault) => fault === undefined)).toHaveLength(4)
})

test('two versions do not share a record, even with the same secret', async () => {
  expect(await judge([40, FIRST], [41, FIRST])).toBeUndefined()
  const peppers: Peppers = new Map([[41, SECOND]])
  expect(await recordPeppers({ db, peppers })).toMatch(/for version 41/)
})

test('who is refused, or only looks, records nothing', async () => {
  await judge([50, FIRST])
  expect(await judge([50, SECOND], [51, SECOND])).toMatch(/for version 50/)
  expect(await judgePeppers({ db, peppers: new Map([[52, SECOND]]) })).toBeUndefined()
  expect(await judge([50, FIRST], [51, THIRD], [52, THIRD])).toBeUndefined()
})

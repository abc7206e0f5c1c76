import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAllows } from '../allow-list/index.ts'
import { covers } from '../scopes/index.ts'
import { paths, scopes } from '../scopes/testing/arbitrary.ts'
import { type Bounds, excessOf } from './bounds.ts'

fc.configureGlobal({ seed: 20_260_601, numRuns: 3000 })

const entries = [
  ...['*', '0.0.0.0/0', '::/0', '10.0.0.0/8', '10.1.0.0/16', '10.1.2.3', '192.0.2.0/24'],
  ...['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1::7'],
]
const clients = ['10.1.2.3', '10.9.9.9', '192.0.2.1', '203.0.113.1', '2001:db8:1::7', '2001::1']

const bounds: fc.Arbitrary<Bounds> = fc.record({
  scopes: fc.array(scopes, { minLength: 1, maxLength: 4 }),
  allowedIpCidrs: fc.array(fc.constantFrom(...entries), { maxLength: 4 }),
  expiresAt: fc.option(fc.integer({ min: 0, max: 5 }).map((ms) => new Date(ms))),
  budgetShare: fc.option(fc.integer({ min: 1, max: 5 })),
})
const calls = fc.record({
  path: paths,
  action: fc.constantFrom('read' as const, 'write' as const, 'admin' as const),
  client: fc.constantFrom(...clients),
  at: fc.integer({ min: 0, max: 6 }),
  share: fc.integer({ min: 1, max: 6 }),
})

type Called = typeof calls extends fc.Arbitrary<infer One> ? One : never

function admits(key: Bounds, { path, action, client, at, share }: Called): boolean {
  return (
    covers(key.scopes, action, [path]) &&
    listAllows(key.allowedIpCidrs, client) &&
    (key.expiresAt === null || at < key.expiresAt.getTime()) &&
    (key.budgetShare === null || share <= key.budgetShare)
  )
}

test('a key within the bounds of its creator admits no call beyond them', () => {
  const other = fc.record({ part: bounds, field: fc.constantFrom('scopes', 'allowedIpCidrs') })
  let contained = 0
  fc.assert(
    fc.property(bounds, other, calls, (caller, { part, field }, call) => {
      // Equal except for two fields, because few independent pairs contain one another.
      const { expiresAt } = part
      const wanted = { ...caller, expiresAt, [field]: part[field as keyof Bounds] }
      if (excessOf(caller, wanted).length > 0) return
      contained += 1
      if (admits(wanted, call)) expect(admits(caller, call)).toBe(true)
    }),
  )
  expect(contained).toBeGreaterThan(200)
})

test('the bounds of a key are within themselves', () => {
  fc.assert(
    fc.property(bounds, (one) => {
      expect(excessOf(one, one)).toEqual([])
    }),
  )
})

test('an allow-list with * contains every list and is contained only by open ones', () => {
  const of = (...allowedIpCidrs: string[]): Bounds => ({
    ...{ scopes: [], expiresAt: null, budgetShare: null, allowedIpCidrs },
  })
  expect(excessOf(of('10.0.0.0/8', '*'), of())).toEqual([])
  expect(excessOf(of('10.0.0.0/8'), of('10.0.0.0/8', '*'))).toHaveLength(1)
  expect(excessOf(of('0.0.0.0/0', '::/0'), of('*'))).toHaveLength(1)
})

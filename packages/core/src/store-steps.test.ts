import { createHash } from 'node:crypto'
import { layoutOf } from '@sluice/clickhouse'
import { expect, test } from 'vitest'
import { storeSteps } from './migrate.ts'

/** SHA-256 of the released statements for a single server. */
const released = [
  '8a28952b62a6a218abb1be23dfb524eb2bfa3f68accd9fb8b56f1e294ca1ae5e',
  'bbb3788ce1d4cbbee4e953a88ec7f0473183e3a332a97c6cb2ca94c698e437f3',
  '72c46e6b3627769d817da8bb244626a6096f19cba6fcca491ab4fd01fe42aa57',
  '00a7871d850eaa30b0f72a472ab5888940605d3db8326afcf3daf67dec27e44d',
  'c0f3e2ef99516e714c04c7ab08557184c791ea48c741893419414216487c3af8',
  '037fd36300b1bd129ed2aea801c9636496f63562142925d519763388cf6ee8ea',
  '6bb67f0d9ff45aa48716ab88408a19841f7624fd9a38d74167145d0ed695b703',
  'b16dc4b2107236ad63e0547a0abe042dd94d42a4430598206ddb27eef188ce3b',
  '7bd77030a4e00b3a59f19e7e50ce03b7bf49958c39da072b728581a7029b452c',
]

const single = layoutOf(undefined, 'default')

test('released migration steps of ClickHouse are unchanged', () => {
  const steps = storeSteps.slice(0, released.length)
  expect(steps.map((step) => digest(step.statements(single)))).toEqual(released)
  expect(storeSteps.map(({ version }) => version)).toEqual(storeSteps.map((_, i) => i + 1))
})

test('the names of a ClickHouse cluster are quoted', () => {
  const [table = '', spread = ''] = storeSteps[0]?.statements(layoutOf("a`b'c", 'd`e')) ?? []
  expect(table).toContain("ON CLUSTER `a\\`b'c` (")
  expect(spread).toContain('AS `d\\`e`.samples_local\n')
  expect(spread).toContain("Distributed('a`b\\'c', 'd`e', 'samples_local', ")
})

function digest(statements: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex')
}

import { expect, test } from 'vitest'
import { draftsOf } from './draft.ts'

const site = { kind: 'site' as const, source: 0, turn: 1 }
const faultsOf = async (rendered: { id: unknown; properties: Record<string, unknown> }[]) => {
  const resources = [{ kind: 'site' as const, id: 'x', properties: {} }]
  const made = rendered.map((one) => ({ ...site, ...one }))
  return (await draftsOf({ parameters: [], resources }, made)).faults
}

test('of a resource that exceeds the bounds of direct calls, nothing else is checked', async () => {
  const properties = { name: ' ', timezone: 'a/'.repeat(400_000) }
  expect(await faultsOf([{ id: 'x', properties }])).toEqual([
    {
      pointer: '/template/resources/0/properties/timezone',
      detail: 'must be at most 64 characters (site "x")',
    },
  ])
})

test('a fault shows the beginning of a long id', async () => {
  const [fault] = await faultsOf([{ id: 'x'.repeat(1_000_000), properties: { name: 'X' } }])
  expect(fault?.pointer).toBe('/template/resources/0/id')
  expect(fault?.detail).toMatch(/^must .* \(site "xxx/)
  expect(fault?.detail.length).toBeLessThan(200)
})

test('no more faults are made than are listed', async () => {
  const names = Array.from({ length: 1000 }, (_, i) => [`no label ${i}`, ''])
  const one = { id: 'x', properties: { name: 'X', labels: Object.fromEntries(names) } }
  const faults = await faultsOf(Array.from({ length: 500 }, () => one))
  expect(faults.length).toBeGreaterThan(1000)
  expect(faults.length).toBeLessThan(3000)
})

import { afterAll, expect, test } from 'vitest'
import { newOrganization } from '../../testing/core.ts'
import { openOwnCore } from '../../testing/own-core.ts'

const core = await openOwnCore()
afterAll(() => core.close())

test('a change of a type that adds no metric key takes no number', async () => {
  const { act } = await newOrganization(core)
  await act('metricDefinitions.create', { body: { id: 'air', name: 'Air', valueType: 'number' } })
  const metrics = ['a', 'b', 'c'].map((key) => ({ key, metricDefinitionId: 'air' }))
  await act('thingTypes.create', { body: { id: 'truck', name: 'Truck', metrics } })
  const lastNumber = async () => {
    const [row] = await core.db.$queryRaw<{ last: bigint }[]>`
      SELECT last_value AS last FROM metric_keys_number_seq`
    return row?.last
  }
  const before = await lastNumber()
  const params = { thingTypeId: 'truck' }
  await act('thingTypes.update', { params, body: { metrics: metrics.toReversed() } })
  expect(await lastNumber()).toBe(before)
  const added = { key: 'd', metricDefinitionId: 'air' }
  await act('thingTypes.update', { params, body: { metrics: [...metrics, added] } })
  expect(await lastNumber()).toBe((before ?? 0n) + 1n)
})

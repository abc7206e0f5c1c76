import type { ThingType } from '@sluice/contract'
import { expect, test } from 'vitest'
import { editing } from '#form/resource-kind.ts'
import { typeKind } from './kind.ts'

const pump: ThingType = {
  ...{ id: 'pump', name: 'Pump', description: '', labels: {}, metrics: [], etag: '1' },
  ...{ attributesSchema: { properties: { dock: {} } }, unknownMetrics: 'reject' },
  ...{ createdAt: '2026-06-01T00:00:00.000Z', updatedAt: '2026-06-01T00:00:00.000Z' },
}

test('a schema keyword with the value null is a fault, because a merge patch would drop it', () => {
  const { initial, read } = editing(typeKind, pump)
  const schema = (dock: object) => JSON.stringify({ properties: { dock } })
  const { faults } = read({ ...initial, attributesSchema: schema({ const: null }) })
  expect(faults).toMatchObject([
    {
      pointer: '/body/attributesSchema',
      detail: expect.stringContaining('/properties/dock/const'),
    },
  ])
  expect(read({ ...initial, attributesSchema: schema({ enum: [null] }) }).faults).toEqual([])
})

import type { Mapping } from '@sluice/contract'
import { expect, test } from 'vitest'
import { editing } from '#form/resource-kind.ts'
import { mappingKind } from './kind.ts'

const hosts: Mapping = {
  ...{ id: 'hosts', name: 'Hosts', description: '', labels: {} },
  ...{ protocol: 'prometheus', isDefault: false, thing: '{site}-{host}', metric: '{mode}' },
  ...{ match: [], drop: [], ignoredLabels: [], metrics: {}, createMissing: null },
  ...{ unmappedLabels: 'allow', invalidCharacters: 'refuse', etag: '1' },
  ...{ createdAt: '2026-06-01T00:00:00.000Z', updatedAt: '2026-06-01T00:00:00.000Z' },
}

test('clearing the thing or the metric goes back to the default of the protocol', () => {
  const { initial, read } = editing(mappingKind, hosts)
  expect(read(initial).body).toEqual({})
  expect(read({ ...initial, thing: ' ', metric: '' }).body).toEqual({
    thing: 'thing,host,instance',
    metric: '{__name__}',
  })
})

test('a new mapping starts with the default of its protocol', () => {
  const values = { ...mappingKind.empty(), name: 'Lines', protocol: 'influx' as const }
  expect(mappingKind.read(values).body).toMatchObject({ thing: 'thing,host', metric: '{field}' })
})

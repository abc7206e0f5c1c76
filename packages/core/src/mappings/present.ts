import type { Mapping } from '@sluice/contract'
import type { Mapping as MappingRow } from '../database/generated/client.ts'
import { rulesOf } from '../known-things/index.ts'
import { etagOf } from '../resources/etag.ts'

export function presentMapping(row: MappingRow): Mapping {
  const { thing, metric, match, drop, ...rules } = rulesOf(row)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Mapping['labels'],
    protocol: row.protocol,
    isDefault: row.isDefault,
    ...{ thing, metric, match, drop, ignoredLabels: rules.ignoredLabels },
    unmappedLabels: rules.unmappedLabels,
    invalidCharacters: rules.invalidCharacters,
    createMissing: row.createMissing,
    metrics: rules.metrics,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}

/** The columns of a mapping's contents. */
export function columnsOf(mapping: Omit<Mapping, 'id' | 'createdAt' | 'updatedAt' | 'etag'>) {
  const { match, drop, ignoredLabels, unmappedLabels, invalidCharacters, metrics } = mapping
  const { name, description, labels, protocol, isDefault, thing, metric, createMissing } = mapping
  return {
    ...{ name, description, labels, protocol, isDefault, thing, metric, createMissing },
    // JSON omits undefined members.
    rules: JSON.parse(
      JSON.stringify({
        ...{ match, drop, ignoredLabels, unmappedLabels, invalidCharacters, metrics },
      }),
    ),
  }
}

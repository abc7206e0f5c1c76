import type { Mapping } from '@sluice/contract'

/** A mapping for people, in the words of the options. */
export function mappingFields(mapping: Mapping): Record<string, string> {
  const { match, drop, ignoredLabels, metrics } = mapping
  return {
    id: mapping.id,
    name: mapping.name,
    ...(mapping.description && { description: mapping.description }),
    protocol: mapping.protocol,
    default: mapping.isDefault ? 'yes' : 'no',
    thing: mapping.thing,
    metric: mapping.metric,
    match: match.map(joined).join(' or ') || 'all',
    drop: drop.map(joined).join(' or ') || 'none',
    'ignored labels': ignoredLabels.join(' ') || 'none',
    'unmapped labels': mapping.unmappedLabels,
    'invalid characters': mapping.invalidCharacters,
    conversions:
      Object.entries(metrics)
        .map(([key, conversion]) => `${key}:${joined(conversion)}`)
        .join(' ') || 'none',
    'create missing': mapping.createMissing ?? 'none',
  }
}

function joined(parts: object): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

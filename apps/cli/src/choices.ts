/**
 * What options may be. The same as in the contract and the core, which take too long to load for a line of help; a missing
 * or a wrong one does not compile.
 */
import type { BudgetTier, Call, Key, Mapping, MappingProtocol, StorageKind } from '@sluice/contract'
import type { Role } from '@sluice/core'

export const keyTypes = namesOf({ External: true, Admin: true } satisfies Record<
  Key['keyType'],
  true
>)

export const keyStatuses = namesOf({ Active: true, Expired: true, Revoked: true } satisfies Record<
  Key['status'],
  true
>)

export const budgetTiers = namesOf({
  standard: true,
  'data-read': true,
  ingest: true,
} satisfies Record<BudgetTier, true>)

export const storageKinds = namesOf({ changes: true, samples: true } satisfies Record<
  StorageKind,
  true
>)

export const roles = namesOf({ owner: true, admin: true, viewer: true } satisfies Record<
  Role,
  true
>)

export const mappingProtocols = namesOf({
  influx: true,
  prometheus: true,
  otlp: true,
} satisfies Record<MappingProtocol, true>)

export const unmappedLabels = namesOf({ allow: true, refuse: true } satisfies Record<
  Mapping['unmappedLabels'],
  true
>)

export const invalidCharacters = namesOf({ refuse: true, replace: true } satisfies Record<
  Mapping['invalidCharacters'],
  true
>)

export const precisions = namesOf({ ns: true, us: true, ms: true, s: true } satisfies Record<
  NonNullable<Call<'mappings.try'>['body']['precision']>,
  true
>)

function namesOf<Name extends string>(table: Record<Name, true>): readonly Name[] {
  return Object.keys(table) as Name[]
}

import type { MappingProtocol, MappingRules } from '@sluice/contract'
import { Mapping } from '@sluice/telemetry'
import type { Database } from '../database/client.ts'
import type { Mapping as MappingRow } from '../database/generated/client.ts'

/** What nodes cache of a mapping. */
export interface KnownMapping {
  readonly id: string
  readonly protocol: MappingProtocol
  /** The type of the things it creates; null if it creates none. */
  readonly createMissing: string | null
  readonly compiled: Mapping
}

/** The ids of an organization's default mappings. */
export type MappingDefaults = { readonly [Protocol in MappingProtocol]?: string }

/** Reads a mapping of an organization; null if there is none. */
export async function loadMapping(
  db: Pick<Database, 'mapping'>,
  organizationId: string,
  id: string,
): Promise<KnownMapping | null> {
  const row = await db.mapping.findUnique({ where: { organizationId_id: { organizationId, id } } })
  if (!row) return null
  const { protocol, createMissing } = row
  return { id, protocol, createMissing, compiled: new Mapping(rulesOf(row)) }
}

export async function loadDefaults(
  db: Pick<Database, 'mapping'>,
  organizationId: string,
): Promise<MappingDefaults> {
  const rows = await db.mapping.findMany({
    where: { organizationId, isDefault: true },
    select: { id: true, protocol: true },
  })
  return Object.fromEntries(rows.map(({ id, protocol }) => [protocol, id]))
}

/** The part of a row that defines the mapping of samples. */
export function rulesOf({ thing, metric, rules }: MappingRow): MappingRules {
  return { thing, metric, ...(rules as unknown as Omit<MappingRules, 'thing' | 'metric'>) }
}

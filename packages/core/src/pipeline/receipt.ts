import {
  type ActorName,
  answersWritten,
  type KeyAccess,
  operationNames,
  operations,
  type ResourceKind,
  receiptFields,
} from '@sluice/contract'
import type { Context } from '../context.ts'
import {
  covers,
  fleetPath,
  integrationPath,
  keyPath,
  mappingPath,
  metricDefinitionPath,
  organizationPath,
  sitePath,
  type ThingPlace,
  templatePath,
  thingPaths,
  thingTypePath,
} from '../scopes/index.ts'

/** A record that a write answers. */
interface Written {
  readonly id: string
  /** Of a delivery. */
  readonly integrationId?: string
}

/** The paths by which scopes reach a record that a write of a kind answers. */
const pathsOf: Record<ResourceKind, (written: Written) => readonly string[]> = {
  thing: (written) => thingPaths(written as unknown as ThingPlace),
  site: ({ id }) => [sitePath(id)],
  fleet: ({ id }) => [fleetPath(id)],
  thingType: ({ id }) => [thingTypePath(id)],
  metricDefinition: ({ id }) => [metricDefinitionPath(id)],
  mapping: ({ id }) => [mappingPath(id)],
  template: ({ id }) => [templatePath(id)],
  integration: ({ id, integrationId = id }) => [integrationPath(integrationId)],
  key: ({ id }) => [keyPath(id)],
  organization: () => [organizationPath],
}

const writing = new Set(operationNames.filter((name) => answersWritten(operations[name])))

/**
 * What a caller is shown of a row's answer. Whatever shows a record needs `read` on it, so a write of a caller
 * without that is answered a receipt: the record's id, etag and timestamps, and a secret that was just made.
 */
export function shownTo({ actor }: Pick<Context, 'actor'>, name: ActorName, output: unknown) {
  if (!writing.has(name)) return output
  const { access, secretField } = operations[name] as { access: KeyAccess; secretField?: string }
  if (covers(actor.scopes, 'read', pathsOf[access.resource](output as Written))) return output
  const kept: readonly string[] = [...receiptFields, ...(secretField ? [secretField] : [])]
  return Object.fromEntries(
    Object.entries(output as object).filter(([field]) => kept.includes(field)),
  )
}

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

/** A record returned by a write. */
interface Written {
  readonly id: string
  /** Of a delivery. */
  readonly integrationId?: string
}

/** By kind, the paths by which scopes reach a record returned by a write. */
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
 * The part of an answer that the caller may see. Records need `read`, so without it a write is answered with a receipt:
 * the record's id, etag and timestamps, and a secret that was just created.
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

import type { Fault } from '@sluice/contract'
import { attributesSchemaFault } from '../attributes.ts'

/** A fault of a draft that its schema cannot detect: an unusable `attributesSchema`. */
export function inspectThingType(body: unknown): Fault[] {
  const schema = (body as { attributesSchema?: unknown } | null)?.attributesSchema
  if (typeof schema !== 'object' || schema === null) return []
  const detail = attributesSchemaFault(schema)
  return detail ? [{ pointer: '/body/attributesSchema', detail }] : []
}

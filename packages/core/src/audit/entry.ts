import type { AuditedOperation } from '@sluice/contract'
import { referenceOf } from '../actor.ts'
import type { Context } from '../context.ts'
import { canonicalJson } from './canonical.ts'

export interface Change {
  readonly operation: AuditedOperation
  /** The resource's own path. */
  readonly resource: string
  /** Public records before and after, never a secret. Absent where the resource does not exist. */
  readonly before?: object
  readonly after?: object
}

/** An audit entry's fields, all of which its hash covers. */
export interface Entry {
  readonly organizationId: string
  readonly at: Date
  readonly actorType: string
  readonly actorId: string
  readonly actorName: string
  readonly address: string | null
  readonly requestId: string | null
  readonly operation: string
  readonly resource: string
  readonly before: unknown
  readonly after: unknown
}

/** The parts of a context that an entry records. */
export type Scene = Pick<Context, 'actor' | 'now' | 'address'> &
  Partial<Pick<Context, 'clock'>> &
  Pick<Entry, 'requestId'>

export function entryOf({ actor, now, address, requestId }: Scene, change: Change): Entry {
  const { type, id, name } = referenceOf(actor)
  return {
    organizationId: actor.organization.id,
    at: now,
    ...{ actorType: type, actorId: id, actorName: name, address, requestId },
    operation: change.operation,
    resource: change.resource,
    before: asJson(change.before),
    after: asJson(change.after),
  }
}

/** The record as it will be read back: what JSON can hold of it. */
function asJson(record: object | undefined): unknown {
  return record === undefined ? null : JSON.parse(JSON.stringify(record))
}

/** The bytes by which an entry enters the chain. */
export function canonicalBytes(entry: Entry): Buffer<ArrayBuffer> {
  const { organizationId, at, actorType, actorId, actorName, address, requestId } = entry
  const { operation, resource, before, after } = entry
  const who = { organizationId, actorType, actorId, actorName, address, requestId }
  return Buffer.from(
    canonicalJson({ ...who, at: at.toISOString(), operation, resource, before, after }),
  )
}

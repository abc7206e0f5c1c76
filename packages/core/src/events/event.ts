import type { EventType, testEventType } from '@sluice/contract'

/** Something that happened, before it is known who subscribes to it. */
export interface EventDraft {
  readonly organizationId: string
  readonly type: EventType | typeof testEventType
  /** The resource's own path. */
  readonly resource: string
  /** Every path by which a filter can reach the resource, or could before the change. */
  readonly paths: readonly string[]
  readonly occurredAt: Date
  /** Public records alone, never a secret. */
  readonly data: object
  /** The lane of the only integration that is notified, whatever its filter; undefined: all that subscribe to such events. */
  readonly only?: string
}

import { eventBodies, type SentEventType } from '@sluice/contract'
import { expect } from 'vitest'

/** The body of an event, which lacks nothing that the contract says of it, and holds nothing more. */
export function documented<Body extends { readonly type: string }>(body: Body): Body {
  expect(eventBodies[body.type as SentEventType].parse(body)).toEqual(body)
  return body
}

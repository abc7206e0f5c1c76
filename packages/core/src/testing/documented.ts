import { eventBodies, type SentEventType } from '@sluice/contract'
import { expect } from 'vitest'

/** Expects the body of an event to be exactly as documented in the contract. */
export function documented<Body extends { readonly type: string }>(body: Body): Body {
  expect(eventBodies[body.type as SentEventType].parse(body)).toEqual(body)
  return body
}

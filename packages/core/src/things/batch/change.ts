import type { Thing } from '@sluice/contract'
import { nextEtag } from '../../resources/etag.ts'
import type { Decided } from '../patched.ts'

/** What a thing is to become; without `before` it is made. */
export interface Change {
  readonly before: Thing | undefined
  readonly wanted: Decided & { readonly id: string }
}

/** A change of a thing that exists. */
export interface Update extends Change {
  readonly before: Thing
}

/** The etags of things that were made, by id. */
export type Made = ReadonlyMap<string, string>

/** The etag of a thing that has been written. */
export function etagAfter({ before, wanted }: Change, made: Made): string {
  return before ? nextEtag(before) : (made.get(wanted.id) as string)
}

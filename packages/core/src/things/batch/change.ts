import type { Thing } from '@sluice/contract'
import { nextEtag } from '../../resources/etag.ts'
import type { Decided } from '../patched.ts'

/** The target state of a thing; without `before` it is created. */
export interface Change {
  readonly before: Thing | undefined
  readonly wanted: Decided & { readonly id: string }
}

export interface Update extends Change {
  readonly before: Thing
}

/** The etags of created things, by id. */
export type Made = ReadonlyMap<string, string>

/** The etag of a thing after it was written. */
export function etagAfter({ before, wanted }: Change, made: Made): string {
  return before ? nextEtag(before) : (made.get(wanted.id) as string)
}

import type { Thing } from '@sluice/contract'
import type { Decided } from '../patched.ts'

/** What a thing is to become; without `before` it is made. */
export interface Change {
  readonly before: Thing | undefined
  readonly wanted: Decided & { readonly id: string }
}

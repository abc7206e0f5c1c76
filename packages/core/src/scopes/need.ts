import type { Action } from '@sluice/contract'

/**
 * What a guard required: an action on any one of a resource's paths. For a list the paths are its forms, in which `#`
 * stands for any id; real paths have no `#`. Granting a scope needs its `whole` filter. A `general` need represents
 * many resources with paths of these forms: each was needed, but which ones is not recorded.
 */
export interface Need {
  readonly action: Action
  readonly paths: readonly string[]
  readonly whole?: true
  readonly general?: true
}

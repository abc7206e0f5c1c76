import type { Action } from '@sluice/contract'

/**
 * What a guard required: an action on any one of a resource's paths. For a list the paths are its forms,
 * in which `#` stands for any id; a real path has no `#`. Granting a scope needs the `whole` of its filter. A `general`
 * one stands for those of many resources that have these forms: each was needed, and which they were is not kept.
 */
export interface Need {
  readonly action: Action
  readonly paths: readonly string[]
  readonly whole?: true
  readonly general?: true
}

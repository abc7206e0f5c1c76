import type { Fault } from '@sluice/contract'
import type { Context } from '../../context.ts'
import type { Lock } from '../../definitions/index.ts'
import type { Step, Stored, Wanted } from '../plan/step.ts'

/** What plan and apply need to know about a kind of resource. */
export interface Kind {
  /** The resources with these ids that exist. */
  readonly find: (ctx: Context, ids: readonly string[]) => Promise<readonly Stored[]>
  /** The paths by which scopes reach a resource, its own first. */
  readonly paths: (resource: Wanted) => string[]
  /** The paths of places that a step adds a thing to: membership grants access. */
  readonly places?: (step: Step) => string[]
  /** Throws `scope-missing` if a direct call would need more than `write`. */
  readonly authorize?: (ctx: Context, step: Step) => void
  /** The locks on definitions that a step relies on or changes. All steps of a plan take theirs at once. */
  readonly locks?: (step: Step) => Lock[]
  /** The faults of a step that no schema can detect. */
  readonly faults: (step: Step, known: Known) => Fault[]
  /** Throws `conflict` if a use of the resource, as it is after all steps of the plan, forbids the change. */
  readonly requireHarmless?: (
    ctx: Context,
    before: Stored,
    wanted: Wanted,
    steps: readonly Step[],
  ) => Promise<void>
  /** Why steps conflict with other steps of the kind: an apply changes only what its plan names. */
  readonly conflicts?: (
    ctx: Context,
    steps: readonly Step[],
  ) => Promise<readonly (readonly [Step, string])[]>
  /** Creates and changes the resources, and records each. */
  readonly write: (ctx: Context, steps: readonly Step[]) => Promise<void>
}

/** What resources may refer to once the plan is applied. */
export interface Known {
  readonly metricDefinitions: ReadonlySet<string>
  readonly types: ReadonlyMap<string, { readonly attributesSchema: unknown }>
  readonly sites: ReadonlySet<string>
  readonly fleets: ReadonlySet<string>
}

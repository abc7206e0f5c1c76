import type { Fault } from '@sluice/contract'
import type { Context } from '../../context.ts'
import type { Lock } from '../../definitions/index.ts'
import type { Step, Stored, Wanted } from '../plan/step.ts'

/** What plan and apply need to know of a kind of resources. */
export interface Kind {
  /** The resources with these ids, as far as they exist. */
  readonly find: (ctx: Context, ids: readonly string[]) => Promise<readonly Stored[]>
  /** The paths by which scopes reach a resource, its own first. */
  readonly paths: (resource: Wanted) => string[]
  /** The paths of the places that a step puts a thing into: membership grants access. */
  readonly places?: (step: Step) => string[]
  /** Throws `scope-missing` where a direct call would need more than `write`. */
  readonly authorize?: (ctx: Context, step: Step) => void
  /** What definitions a step relies on, or changes: all steps of a plan lock theirs at once. */
  readonly locks?: (step: Step) => Lock[]
  /** The faults of a step that no schema of a call can see. */
  readonly faults: (step: Step, known: Known) => Fault[]
  /** Throws `conflict` where something that uses the resource forbids the change. */
  readonly requireHarmless?: (ctx: Context, before: Stored, wanted: Wanted) => Promise<void>
  /** Why steps cannot be done given all other steps of the kind: an apply changes only what its plan names. */
  readonly conflicts?: (
    ctx: Context,
    steps: readonly Step[],
  ) => Promise<readonly (readonly [Step, string])[]>
  /** Makes and changes the resources, and records each. */
  readonly write: (ctx: Context, steps: readonly Step[]) => Promise<void>
}

/** What resources may refer to once the plan is applied. */
export interface Known {
  readonly metricDefinitions: ReadonlySet<string>
  readonly types: ReadonlyMap<string, { readonly attributesSchema: unknown }>
  readonly sites: ReadonlySet<string>
  readonly fleets: ReadonlySet<string>
}

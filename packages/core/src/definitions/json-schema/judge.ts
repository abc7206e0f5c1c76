import type { Schema } from './forms.ts'
import type { Prepared } from './prepare.ts'
import type { Seen } from './seen.ts'

export interface SchemaFault {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** One judgement of a value, as its keywords see it. */
export interface Judge {
  readonly schema: Prepared
  readonly faults: SchemaFault[]
  /** Counts work; throws an Error where it is more than one judgement may take. */
  spend(steps: number): void
  /** Notes a fault of the value that is looked at. */
  fault(message: string): false
  /** Judges without leaving faults. */
  quietly(judge: () => boolean): boolean
  /** Judges what is in the value. */
  below(name: PropertyKey, judge: () => boolean): boolean
  /** Does a value fit a schema? Notes the faults, and in `seen` what was looked at. */
  evaluate(schema: Schema, value: unknown, seen: Seen): boolean
}

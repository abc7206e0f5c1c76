import type { Schema } from './forms.ts'
import type { Prepared } from './prepare.ts'
import type { Seen } from './seen.ts'

export interface SchemaFault {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The validation of a value, as its keywords see it. */
export interface Judge {
  readonly schema: Prepared
  readonly faults: SchemaFault[]
  /** Counts work; throws an Error if it exceeds the limit of a validation. */
  spend(steps: number): void
  /** The names of a value's members. Listing them is counted once for each value. */
  namesOf(value: object): readonly string[]
  /** Adds a fault of the current value. */
  fault(message: string): false
  /** Evaluates without keeping faults. */
  quietly(judge: () => boolean): boolean
  /** Evaluates a part of the value. */
  below(name: PropertyKey, judge: () => boolean): boolean
  /** Whether a value fits a schema. Adds faults, and to `seen` the members and items evaluated. */
  evaluate(schema: Schema, value: unknown, seen: Seen): boolean
}

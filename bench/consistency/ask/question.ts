import type { Dice } from '../dice.ts'
import type { Control } from '../model/control.ts'
import type { Choose, Range } from '../model/series.ts'
import type { MetricKey, Thing } from '../model/thing.ts'
import type { Cells } from './cells.ts'

/** A question, and how a state answers it. */
export interface Question {
  readonly kind: string
  readonly path: string
  readonly things: readonly Thing[]
  /** Samples that it is about; all without one. */
  readonly range: Range | undefined
  /** Set where it is about all raw samples of some metrics of a thing: what is not known shows. */
  readonly shows?: Shown
  /** Of a named time in its answer, in microseconds. */
  readonly width: number
  /** Control data that it may see; absent where it does not depend on any. */
  readonly controls?: readonly Control[]
  /** `answers` are its pages, in case the question leaves something to the API, as which samples to keep. */
  expected(choose: Choose, answers: readonly unknown[], control: Control): Cells
  read(answers: readonly unknown[]): Cells
}

export interface Shown {
  readonly thing: Thing
  readonly keys: readonly MetricKey[]
  readonly range: Range
}

/** Whom a worker may ask about. */
export interface Askable {
  readonly things: readonly Thing[]
  /** That hold no other things. */
  readonly siteIds: readonly string[]
  readonly fleetIds: readonly string[]
  /** What is known of control data: one, or two while a change is under way. */
  readonly controls: readonly Control[]
}

/** A kind of question: one of random samples around those of a thing. */
export type Kind = (askable: Askable, thing: Thing, dice: Dice) => Question

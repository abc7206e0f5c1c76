import type { Dice } from '../dice.ts'
import type { Choose, Range } from '../model/series.ts'
import type { Thing } from '../model/thing.ts'
import type { Cells } from './cells.ts'

/** A question, and how a state answers it. */
export interface Question {
  readonly kind: string
  readonly path: string
  readonly things: readonly Thing[]
  /** Samples that it is about; all without one. */
  readonly range: Range | undefined
  /** Set where it is about all metrics of a thing, raw: what is not known shows. */
  readonly shows?: { readonly thing: Thing; readonly range: Range }
  /** Of a named time in its answer, in microseconds. */
  readonly width: number
  /** `answers` are its pages, in case the question leaves something to the API, as an interval. */
  expected(choose: Choose, answers: readonly unknown[]): Cells
  read(answers: readonly unknown[]): Cells
}

/** Whom a worker may ask about. */
export interface Askable {
  readonly things: readonly Thing[]
  /** The site that holds just these things. */
  readonly siteId: string
  readonly timezone: string
}

/** A kind of question: one of random samples around those of a thing. */
export type Kind = (askable: Askable, thing: Thing, dice: Dice) => Question

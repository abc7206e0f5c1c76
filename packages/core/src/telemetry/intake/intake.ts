import { ingestLimits, type SampleValue } from '@sluice/contract'
import { SampleBuffer } from '../blocks/sample-buffer.ts'
import { Faults } from './faults.ts'
import type { MetricRule, Rules } from './rules.ts'

/** A body on its way in: the good samples, and what is wrong with the others. */
export class Intake {
  readonly rules: Rules
  readonly samples: SampleBuffer
  readonly faults = new Faults()
  /** Samples refused. */
  rejected = 0
  #previous = Number.NEGATIVE_INFINITY

  constructor(rules: Rules, capacity: number) {
    this.rules = rules
    this.samples = new SampleBuffer(Math.min(capacity, ingestLimits.samples))
  }

  /** Notes a frame's time, to know whether a sample of the call may be given twice. */
  pass(micros: number): void {
    if (micros <= this.#previous) this.samples.ascending = false
    this.#previous = micros
  }

  /** Takes one sample, or says what is wrong with it. */
  take(rule: MetricRule, micros: number, value: unknown): string | undefined {
    // What nearly every sample is, without a call.
    if (
      typeof value === 'number' &&
      value >= rule.least &&
      value <= rule.most &&
      micros >= rule.earliest
    ) {
      this.samples.pushNumber(rule.number, micros, value)
      return undefined
    }
    const fault = micros < rule.earliest ? rule.age : rule.check(value)
    if (fault === undefined) this.samples.push(rule.number, micros, value as SampleValue)
    else this.rejected++
    return fault
  }

  /** True, and a fault of the whole call, once it holds more samples than one call may. */
  overflows(): boolean {
    if (this.samples.rows + this.rejected <= ingestLimits.samples) return false
    this.faults.refuse(`must hold at most ${ingestLimits.samples} samples; send more calls`, 'body')
    return true
  }
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

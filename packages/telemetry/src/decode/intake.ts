import { ingestLimits, type SampleValue } from '@sluice/contract'
import { SampleBuffer } from '../write/blocks/sample-buffer.ts'
import { Faults } from './faults.ts'
import type { RowTimes } from './row-times.ts'
import type { MetricRule, Rules } from './rules.ts'

/** The result of reading a body: its good samples, and the faults of the others. */
export class Intake {
  readonly rules: Rules
  readonly samples: SampleBuffer
  readonly faults: Faults
  rejected = 0
  /** Samples of metrics that the thing type lacks and ignores. */
  ignored = 0
  #previous = Number.NEGATIVE_INFINITY

  constructor(rules: Rules, capacity: number, faults = new Faults()) {
    this.rules = rules
    this.faults = faults
    this.samples = new SampleBuffer(Math.min(capacity, ingestLimits.samples))
  }

  /** Notes a frame's time, to detect whether two samples of the call may be the same. */
  pass(micros: number): void {
    if (micros <= this.#previous) this.samples.ascending = false
    this.#previous = micros
  }

  /** Takes a sample, or returns what is wrong with it. */
  take(rule: MetricRule, micros: number, value: unknown): string | undefined {
    // Fast path for nearly every sample, without a call.
    if (
      typeof value === 'number' &&
      value >= rule.least &&
      value <= rule.most &&
      micros >= this.rules.now - rule.kept
    ) {
      this.samples.pushNumber(rule.number, micros, value)
      return undefined
    }
    const fault = micros < this.rules.now - rule.kept ? rule.age : rule.check(value)
    if (fault === undefined) this.samples.push(rule.number, micros, value as SampleValue)
    else this.rejected++
    return fault
  }

  /**
   * Takes a metric's numbers from row `from` on while they need no further check. Returns the row where it stopped: the
   * first that needs one, or `end`.
   */
  takeRun(
    { number, least, most, kept }: MetricRule,
    times: RowTimes,
    values: ArrayLike<unknown>,
    from: number,
    end: number,
  ): number {
    if (!(times.earliest >= this.rules.now - kept)) return from
    this.samples.reserve(end - from)
    const { numbers, rows } = this.samples
    const ahead = rows - from
    let row = from
    for (; row < end; row++) {
      const value = values[row]
      if (typeof value !== 'number' || !(value >= least && value <= most)) break
      numbers[row + ahead] = value
    }
    this.samples.finishRun(number, times.halves, from, row)
    return row
  }

  /** Whether the call holds more samples than allowed; adds a fault of the whole call then. */
  overflows(): boolean {
    const detail = tooMuch(this.samples.rows + this.rejected, this.samples.textUnits)
    if (detail === undefined) return false
    this.faults.refuse(detail, 'body')
    return true
  }
}

/** The fault of a call with too many samples, or too many UTF-16 units in their texts. */
export function tooMuch(samples: number, textUnits: number): string | undefined {
  const most = ingestLimits
  if (samples <= most.samples && textUnits <= most.bodyBytes) return undefined
  const bound =
    samples > most.samples ? `${most.samples} samples` : `${most.bodyBytes} characters of strings`
  return `must hold at most ${bound}; send more calls`
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

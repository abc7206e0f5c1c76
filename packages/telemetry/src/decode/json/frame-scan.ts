import { ingestLimits } from '@sluice/contract'
import { atOnce } from '@sluice/runtime'
import { Intake } from '../intake.ts'
import { rowTimesOf } from '../row-times.ts'
import { type MetricRule, type Rules, timeFault } from '../rules.ts'
import { JsonScanner } from './json-scanner.ts'

const OPEN = 123
const CLOSE = 125
const OPEN_LIST = 91
const CLOSE_LIST = 93
const COMMA = 44

/**
 * Fast path: reads a body of frames directly from its bytes if every frame has the same metrics in the same order, all
 * of them valid numbers or booleans. Returns undefined otherwise; the caller then parses the body and reports faults,
 * if any. Parsing into objects takes twice as long and leaves garbage.
 */
export function scanFrames(bytes: Buffer, rules: Rules): Intake | undefined {
  const scan = new FrameScan(bytes, rules)
  return scan.read() ? scan.intake() : undefined
}

class FrameScan {
  readonly #json: JsonScanner
  readonly #rules: Rules
  /** The metrics of the first frame, in order. */
  #metrics: readonly MetricRule[] = []
  /**
   * Start and end offsets of the text before the time and before each value, in the last frame that was read piece by
   * piece.
   */
  readonly #between: number[] = []
  #frames = 0
  #times = new Float64Array()
  /** Frame by frame. */
  #values = new Float64Array()

  constructor(bytes: Buffer, rules: Rules) {
    this.#json = new JsonScanner(bytes)
    this.#rules = rules
  }

  read(): boolean {
    const json = this.#json
    if (!json.punctuation(OPEN)) return false
    if (!json.name('frames')) return this.#frame(0) && this.#closed() && json.ended()
    return json.punctuation(OPEN_LIST) && this.#list() && json.punctuation(CLOSE) && json.ended()
  }

  #list(): boolean {
    const json = this.#json
    if (!json.punctuation(OPEN) || !this.#frame(0)) return false
    this.#expect(Math.ceil(json.bytes.length / json.at))
    for (;;) {
      if (this.#isFull()) return false
      // Before the first frame, this covers the beginning of the list.
      if (this.#frames > 1 && this.#sameFrame()) continue
      const start = json.at
      if (!this.#closed()) return false
      if (!json.punctuation(COMMA)) return json.punctuation(CLOSE_LIST)
      if (!json.punctuation(OPEN) || !this.#frame(start)) return false
    }
  }

  /** Steps over the end of a frame, after its values. */
  #closed(): boolean {
    return this.#json.punctuation(CLOSE) && this.#json.punctuation(CLOSE)
  }

  /** Whether the call holds too many samples. If not, makes room for another frame. */
  #isFull(): boolean {
    const { frames, samples } = ingestLimits
    if (this.#frames > frames || this.#frames * this.#metrics.length > samples) return true
    if (this.#frames === this.#times.length) this.#expect(this.#frames * 2)
    return false
  }

  /** Makes room for this many frames. */
  #expect(frames: number): void {
    const [times, values] = [this.#times, this.#values]
    this.#times = new Float64Array(frames)
    this.#times.set(times)
    this.#values = new Float64Array(frames * this.#metrics.length)
    this.#values.set(values)
  }

  /**
   * Reads a frame, from after its opening brace to its last value. `start` is where the frame before ended in the same
   * way.
   */
  #frame(start: number): boolean {
    const json = this.#json
    if (!json.name('timestamp')) return false
    this.#between.length = 0
    this.#between.push(start, json.at)
    const micros = json.time()
    if (timeFault(micros, this.#rules) !== undefined) return false
    const values = this.#valuesOf(micros)
    if (!values) return false
    if (this.#frames === 0) this.#expect(1)
    this.#times[this.#frames] = micros
    this.#values.set(values, this.#frames * values.length)
    this.#frames++
    return true
  }

  /** A frame's values, after its time; undefined if its metrics are not those of the first frame. */
  #valuesOf(micros: number): number[] | undefined {
    const json = this.#json
    const metrics: MetricRule[] = []
    const values: number[] = []
    let from = json.at
    if (!json.punctuation(COMMA) || !json.name('values') || !json.punctuation(OPEN))
      return undefined
    do {
      const rule = this.#rules.metrics.get(json.anyName() ?? '')
      if (!rule || !this.#isNext(rule, metrics)) return undefined
      this.#between.push(from, json.at)
      const value = this.#value(rule, micros)
      if (Number.isNaN(value)) return undefined
      metrics.push(rule)
      values.push(value)
      from = json.at
    } while (json.punctuation(COMMA))
    if (this.#frames > 0) return metrics.length === this.#metrics.length ? values : undefined
    this.#metrics = metrics
    return this.#rules.required.every((rule) => metrics.includes(rule)) ? values : undefined
  }

  /** Whether this metric may come next in a frame that has these metrics so far. */
  #isNext(rule: MetricRule, metrics: readonly MetricRule[]): boolean {
    if (this.#frames > 0) return rule === this.#metrics[metrics.length]
    return !metrics.includes(rule)
  }

  /**
   * Reads a frame whose text around its time and values is the same as in the frame before, as in nearly every frame.
   * Returns false, and reads nothing, if it differs.
   */
  #sameFrame(): boolean {
    const json = this.#json
    const start = json.at
    if (this.#readSame()) return true
    json.at = start
    return false
  }

  #readSame(): boolean {
    const json = this.#json
    const between = this.#between
    const metrics = this.#metrics
    if (!json.same(between[0] ?? 0, between[1] ?? 0)) return false
    const micros = json.time()
    if (timeFault(micros, this.#rules) !== undefined) return false
    let at = this.#frames * metrics.length
    for (let i = 0; i < metrics.length; i++, at++) {
      const rule = metrics[i]
      if (!rule || !json.same(between[i * 2 + 2] ?? 0, between[i * 2 + 3] ?? 0)) return false
      const value = this.#value(rule, micros)
      if (Number.isNaN(value)) return false
      this.#values[at] = value
    }
    this.#times[this.#frames++] = micros
    return true
  }

  /** The next value as it is stored; NaN for a string, or for a value that the metric does not accept. */
  #value(rule: MetricRule, micros: number): number {
    if (micros < this.#rules.now - rule.kept) return Number.NaN
    const number = this.#json.number()
    if (number >= rule.least && number <= rule.most) return number
    const value = Number.isNaN(number) ? this.#json.boolean() : number
    return rule.check(value) === undefined ? Number(value) : Number.NaN
  }

  /** The samples metric by metric, the order in which they are stored. */
  intake(): Intake {
    const metrics = this.#metrics.length
    const intake = new Intake(this.#rules, this.#frames * metrics)
    const times = atOnce(rowTimesOf(this.#times.subarray(0, this.#frames)))
    for (const micros of times.micros) intake.pass(micros)
    const order = [...this.#metrics.keys()].sort((a, b) => this.#numberOf(a) - this.#numberOf(b))
    const { samples } = intake
    for (const metric of order) {
      const { rows, numbers } = samples
      for (let frame = 0; frame < this.#frames; frame++) {
        numbers[rows + frame] = this.#values[frame * metrics + metric] ?? Number.NaN
      }
      samples.finishRun(this.#numberOf(metric), times.halves, 0, this.#frames)
    }
    return intake
  }

  #numberOf(metric: number): number {
    return this.#metrics[metric]?.number ?? 0
  }
}

import type { Point } from '@sluice/telemetry/testing'
import type { Act, Value } from './act.ts'
import { type Learned, Register } from './register.ts'

/** A sample of a state: its time in epoch microseconds. */
export interface Sample {
  readonly t: number
  readonly value: Value
}

/** Half-open, in epoch microseconds. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Chooses what a register holds where that is not known. */
export type Choose = (register: Register) => Value | undefined

/** All registers of a thing's metric. */
export class Series {
  readonly registers = new Map<number, Register>()
  /** Times whose register has acts without an answer. */
  readonly unsure = new Set<number>()
  #times: number[] | undefined
  /** Without an answer, which may take effect after samples that are written since. */
  #erasures: { readonly act: Act; readonly range: Range }[] = []

  write(act: Act, t: number, value: Value): void {
    const register = this.registers.get(t) ?? this.#add(t)
    register.take({ act, value })
    this.#note(t, register)
  }

  #add(t: number): Register {
    const register = new Register()
    this.registers.set(t, register)
    this.#times = undefined
    this.#erasures = this.#erasures.filter(({ act }) => !act.isOver)
    for (const { act, range } of this.#erasures) {
      if (t >= range.from && t < range.to) register.take({ act, value: undefined })
    }
    return register
  }

  erase(act: Act, range: Range): void {
    const { from, to } = range
    if (act.outcome === 'unknown') this.#erasures.push({ act, range })
    for (const [t, register] of this.registers) {
      if (t < from || t >= to) continue
      register.take({ act, value: undefined })
      this.#note(t, register)
    }
  }

  pin(t: number, value: Value | undefined): Learned {
    const register = this.registers.get(t)
    if (!register) return { tookEffect: undefined, didNothing: [] }
    const learned = register.pin(value)
    this.#note(t, register)
    return learned
  }

  /** Takes in what is known of an act that was not before. */
  settle(act: Act, tookEffect: boolean): void {
    for (const t of this.unsure) {
      const register = this.registers.get(t)
      if (tookEffect) register?.commit(act)
      else register?.drop(act)
      if (register) this.#note(t, register)
    }
  }

  #note(t: number, register: Register): void {
    if (register.maybes.length > 0) this.unsure.add(t)
    else this.unsure.delete(t)
  }

  /** Ascending. */
  get times(): readonly number[] {
    this.#times ??= [...this.registers.keys()].sort((a, b) => a - b)
    return this.#times
  }

  /** What a state holds of a range, in the order of time. */
  samples({ from, to }: Range, choose: Choose): Sample[] {
    const found: Sample[] = []
    for (let i = lowerBound(this.times, from); i < this.times.length; i += 1) {
      const t = this.times[i] ?? 0
      if (t >= to) break
      const register = this.registers.get(t)
      const value = register && choose(register)
      if (value !== undefined) found.push({ t, value })
    }
    return found
  }
}

/** The place of the first time that is not below. */
export function lowerBound(times: readonly number[], t: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < t) low = middle + 1
    else high = middle
  }
  return low
}

/** The value at a time; samples ascend. */
export function sampleAt(samples: readonly Sample[], t: number): Value | undefined {
  let [low, high] = [0, samples.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle]?.t ?? 0) < t) low = middle + 1
    else high = middle
  }
  return samples[low]?.t === t ? samples[low]?.value : undefined
}

/** Booleans count as 1 and 0. */
export function pointsOf(samples: readonly Sample[]): Point[] {
  return samples.map(({ t, value }) => ({ t, v: Number(value) }))
}

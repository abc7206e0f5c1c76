import type { Act, Value } from './act.ts'
import { type Range, Series } from './series.ts'

export const valueTypes = {
  level: 'number',
  steps: 'integer',
  door: 'boolean',
  state: 'string',
} as const
export type MetricKey = keyof typeof valueTypes
export const metricKeys = Object.keys(valueTypes) as MetricKey[]

/** Types of things: one lacks a metric. What was sent of it before is there again with the other type. */
export const thingTypes = {
  full: metricKeys,
  lean: metricKeys.filter((key) => key !== 'steps'),
} as const
export type ThingTypeId = keyof typeof thingTypes

/** Values of metrics at one time, in epoch microseconds. */
export interface Frame {
  readonly t: number
  readonly values: Partial<Record<MetricKey, Value>>
}

/** A thing as its worker knows it. */
export class Thing {
  readonly id: string
  type: ThingTypeId = 'full'
  /** Whether extreme values are sent to it. Only some, since a sum with them says nothing of other samples. */
  readonly takesExtremes: boolean
  /** Erasures without an answer, which may be half done until their job ends. */
  readonly erasing = new Set<Act>()
  readonly series: Record<MetricKey, Series>

  constructor(id: string, takesExtremes = false) {
    this.id = id
    this.takesExtremes = takesExtremes
    this.series = Object.fromEntries(
      metricKeys.map((key) => [key, new Series()]),
    ) as Thing['series']
  }

  get metrics(): readonly MetricKey[] {
    return thingTypes[this.type]
  }

  get isErasing(): boolean {
    return this.erasing.size > 0
  }

  get size(): number {
    return metricKeys.reduce((sum, key) => sum + this.series[key].registers.size, 0)
  }

  write(act: Act, frames: readonly Frame[]): void {
    for (const { t, values } of frames) {
      for (const [key, value] of Object.entries(values)) {
        this.series[key as MetricKey].write(act, t, value)
      }
    }
  }

  erase(act: Act, keys: readonly MetricKey[], range: Range): void {
    for (const key of keys) this.series[key].erase(act, range)
  }

  settle(act: Act, tookEffect: boolean): void {
    for (const key of metricKeys) this.series[key].settle(act, tookEffect)
  }

  /** Acts of which it is not known whether they took effect, as far as that would change an answer. */
  unsureActs(): Set<Act> {
    const acts = new Set<Act>()
    for (const key of metricKeys) {
      const { registers, unsure } = this.series[key]
      for (const t of unsure) {
        const register = registers.get(t)
        if (register?.isUnsure) for (const { act } of register.maybes) acts.add(act)
      }
    }
    return acts
  }

  /** The times that it has samples at, or may have. */
  get span(): Range | undefined {
    const ends = metricKeys.flatMap((key) => {
      const { times } = this.series[key]
      return times.length > 0 ? [times[0] ?? 0, times.at(-1) ?? 0] : []
    })
    return ends.length === 0 ? undefined : { from: Math.min(...ends), to: Math.max(...ends) + 1 }
  }
}

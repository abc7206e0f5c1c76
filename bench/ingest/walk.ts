import { randomOf } from '@sluice/contract/testing'

/** What all subjects are given: gauges of two decimals that walk, a sample a second. */
export const METRICS = ['temperature', 'humidity', 'pressure', 'wind', 'voltage'] as const

export interface Walk {
  /** Epoch milliseconds, a second apart. */
  readonly times: readonly number[]
  /** One column a metric, in their order. */
  readonly columns: readonly (readonly number[])[]
}

/** The same walk for the same seed. */
export function walk(seed: number, from: number, rows: number): Walk {
  const next = randomOf(seed)
  return {
    times: Array.from({ length: rows }, (_, row) => from + row * 1000),
    columns: METRICS.map((_, metric) => {
      let cents = 2000 + metric * 500
      return Array.from({ length: rows }, () => {
        cents += Math.floor(next() * 21) - 10
        return cents / 100
      })
    }),
  }
}

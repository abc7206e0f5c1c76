import { randomOf } from '@sluice/contract/testing'

/** After TSBS's "cpu-only": hosts that report ten gauges together, every ten seconds for a day. */
export const HOSTS = Number(process.env.BENCH_HOSTS ?? 100)
export const METRICS = [
  ...['usage_user', 'usage_system', 'usage_idle', 'usage_nice', 'usage_iowait'],
  ...['usage_irq', 'usage_softirq', 'usage_steal', 'usage_guest', 'usage_guest_nice'],
] as const
export const STEP_MS = 10_000
export const ROWS = 8640
export const DAY_MS = ROWS * STEP_MS

/** Rows of one host, a step apart. */
export interface HostRows {
  readonly host: number
  /** Epoch milliseconds of the first row. */
  readonly start: number
  /** One column a metric, in their order: two decimals, between 0 and 100. */
  readonly columns: readonly Float64Array[]
}

/** The same day for the same seed. */
export function hostDay(seed: number, host: number, start: number): HostRows {
  return { host, start, columns: columnsOf(randomOf(seed * 1000 + host), ROWS) }
}

/** Gauges that walk. */
export function columnsOf(next: () => number, rows: number): Float64Array[] {
  return METRICS.map(() => {
    let cents = Math.floor(next() * 10_000)
    return Float64Array.from({ length: rows }, () => {
      cents = Math.min(10_000, Math.max(0, cents + Math.floor(next() * 201) - 100))
      return cents / 100
    })
  })
}

import type { Line } from './lines.ts'

/** The value at a time, or the last one before it; undefined if there is none. */
export function valueAt({ times, values }: Line, time: number): number | undefined {
  for (let i = times.length - 1; i >= 0; i -= 1) {
    if ((times[i] ?? 0) <= time) return values[i] ?? undefined
  }
  return undefined
}

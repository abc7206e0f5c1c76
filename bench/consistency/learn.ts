import { isoOf } from '@sluice/runtime'
import type { Cells } from './ask/cells.ts'
import type { Shown } from './ask/question.ts'
import type { Value } from './model/act.ts'
import type { Thing } from './model/thing.ts'

/**
 * Takes in what raw samples tell of acts whose outcome was not known, and of calls that were under way at once.
 * From then on answers must go on as they began.
 */
export function learn(things: readonly Thing[], { thing, keys, range }: Shown, cells: Cells): void {
  for (const key of keys) {
    const series = thing.series[key]
    for (const t of series.unsure) {
      if (t < range.from || t >= range.to) continue
      const { tookEffect, didNothing } = series.pin(t, cells.get(`${isoOf(t)} ${key}`) as Value)
      for (const other of things) {
        if (tookEffect) other.settle(tookEffect, true)
        for (const act of didNothing) other.settle(act, false)
      }
    }
  }
}

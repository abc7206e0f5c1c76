import { z } from 'zod'
import type { Write } from '../blocks/write.ts'

/** Samples that a statement reads. */
export const barrierScopeSchema = z.object({
  organization: z.int().min(0),
  /** All of the organization's where absent. */
  things: z.array(z.int().min(0)).readonly().optional(),
  /** Half-open, in epoch microseconds; all times where absent. */
  range: z.object({ from: z.number(), to: z.number() }).readonly().optional(),
})

/** What another process asks of the one that writes: its read barrier, or a horizon of some things. */
export const barrierQuestionSchema = barrierScopeSchema.extend({
  horizon: z.boolean().default(false),
})

export type BarrierScope = z.output<typeof barrierScopeSchema>

/** Whether a write has samples that a statement reads, as far as its earliest and latest time tell. */
export function isAmong({ organization, things, range }: BarrierScope): (write: Write) => boolean {
  const named = things && new Set(things)
  return (write) => {
    if (write.organization !== organization || named?.has(write.thing) === false) return false
    if (range === undefined) return true
    const { earliest, latest } = write.samples.timeRange()
    return earliest < range.to && latest >= range.from
  }
}

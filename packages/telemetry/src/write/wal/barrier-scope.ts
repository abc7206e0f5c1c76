import { z } from 'zod'
import type { Write } from '../blocks/write.ts'

/** Samples that a statement reads. */
export const barrierScopeSchema = z.object({
  organization: z.int().min(0),
  /** Absent means all things of the organization. */
  things: z.array(z.int().min(0)).readonly().optional(),
  /** Half-open, in epoch microseconds; absent means all times. */
  range: z.object({ from: z.number(), to: z.number() }).readonly().optional(),
})

/** A question to the writing process: its read barrier, or a horizon of some things. */
export const barrierQuestionSchema = barrierScopeSchema.extend({
  horizon: z.boolean().default(false),
})

export type BarrierScope = z.output<typeof barrierScopeSchema>

/** Whether a write has samples that a statement reads, judging by its earliest and latest time. */
export function isAmong({ organization, things, range }: BarrierScope): (write: Write) => boolean {
  const named = things && new Set(things)
  return (write) => {
    if (write.organization !== organization || named?.has(write.thing) === false) return false
    if (range === undefined) return true
    const { earliest, latest } = write.samples.timeRange()
    return earliest < range.to && latest >= range.from
  }
}

import { budgetTiers, storageKinds } from '@sluice/contract'
import { z } from 'zod'
import { type Figures, noFigures } from './figures.ts'

/** A token bucket's figures. */
export const limitSchema = z.object({
  perMinute: z.number().positive(),
  burst: z.number().positive(),
})
const figure = z.object({ tier: z.enum(budgetTiers), limit: limitSchema, reason: z.string() })
const override = figure.extend({ id: z.string(), from: z.number(), until: z.number() })

const quota = z.object({ bytes: z.number().positive(), reason: z.string() })

const stored = z.object({
  standing: z.array(figure).default([]),
  overrides: z.array(override).default([]),
  quotas: z.partialRecord(z.enum(storageKinds), quota).optional(),
})

/**
 * Reads the limits of an organization's row. A value that somebody made unreadable by hand counts as none.
 */
export function readFigures(value: unknown): Figures {
  const { data } = stored.safeParse(value)
  const { standing = [], overrides = [], quotas = {} } = data ?? {}
  const own = standing.length + overrides.length + Object.keys(quotas).length
  return own === 0 || !data ? noFigures : data
}

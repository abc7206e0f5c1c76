import { budgetTiers } from '@sluice/contract'
import { z } from 'zod'
import { type Figures, noFigures } from './figures.ts'

const limit = z.object({ perMinute: z.number().positive(), burst: z.number().positive() })
const figure = z.object({ tier: z.enum(budgetTiers), limit, reason: z.string() })
const override = figure.extend({ id: z.string(), from: z.number(), until: z.number() })

const stored = z.object({
  standing: z.array(figure).default([]),
  overrides: z.array(override).default([]),
})

/**
 * Reads the limits of an organization's row. A value that somebody made unreadable by hand counts as none.
 */
export function readFigures(value: unknown): Figures {
  const { data } = stored.safeParse(value)
  if (!data || data.standing.length + data.overrides.length === 0) return noFigures
  return data
}

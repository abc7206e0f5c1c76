import { type Figures, noFigures } from './figures.ts'
import { readFigures } from './stored.ts'

/** What every actor carries along of its organization. */
export interface ActingOrganization {
  readonly id: string
  readonly number: number
  readonly limits: Figures
  /** Whether it stores all the samples that it may. */
  readonly samplesFull?: boolean
}

/** What is read of an organization's row for {@link actingOrganization}. */
export const actingColumns = {
  ...{ id: true, number: true, limits: true, samplesFullSince: true },
} as const

export function actingOrganization(row: {
  id: string
  number: number
  limits?: unknown
  samplesFullSince?: Date | null
}): ActingOrganization {
  const { id, number, limits, samplesFullSince } = row
  return {
    ...{ id, number, samplesFull: samplesFullSince instanceof Date },
    limits: limits === undefined ? noFigures : readFigures(limits),
  }
}

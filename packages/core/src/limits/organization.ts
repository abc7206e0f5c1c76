import { type Figures, noFigures } from './figures.ts'
import { readFigures } from './stored.ts'

/** What every actor carries along of its organization. */
export interface ActingOrganization {
  readonly id: string
  readonly number: number
  readonly limits: Figures
}

/** What is read of an organization's row for {@link actingOrganization}. */
export const actingColumns = { id: true, number: true, limits: true } as const

export function actingOrganization(row: {
  id: string
  number: number
  limits?: unknown
}): ActingOrganization {
  const { id, number, limits } = row
  return { id, number, limits: limits === undefined ? noFigures : readFigures(limits) }
}

import { unprojected } from '@sluice/core'
import type { SeriesPage } from '@sluice/formats'

/** A series as a table. Of that, `fields` chooses the columns alone: a row without its time and owner means nothing. */
export function tablePageOf(output: unknown): SeriesPage {
  const whole = unprojected(output) as SeriesPage
  if (whole === output) return whole
  const { values = null, byThing = null, byGroup } = output as SeriesPage
  const named = byGroup?.map((one, i) => ({ ...one, group: whole.byGroup?.[i]?.group ?? null }))
  return { ...whole, values, byThing, byGroup: named ?? null }
}

import type { Call } from '@sluice/contract'
import { texts } from '#texts/things-csv.tsx'
import type { ThingCell } from './cells.ts'

/** One thing of a batch. */
export type Entry = Call<'things.batch'>['body']['things'][number]

type Cells = ReadonlyMap<string, string>
type Add = (why: string) => void

/**
 * Converts a row to an entry of a batch. Missing columns change nothing; an empty cell clears the description, site,
 * fleets or location. `add` collects errors.
 */
export function readEntry(cells: Cells, add: Add): Entry {
  const { id, name, thingTypeId, status, description, siteId, fleetIds } = named(cells)
  const labels = maps(cells, 'labels', textOf, add)
  const attributes = maps(cells, 'attributes', jsonOf, add)
  const location = locationOf(cells, add)
  return {
    ...(id && { id }),
    ...(name && { name }),
    ...(thingTypeId && { thingTypeId }),
    // The schema validates it later.
    ...(status && { status: status as NonNullable<Entry['status']> }),
    ...(description !== undefined && { description }),
    ...(siteId !== undefined && { siteId: siteId || null }),
    ...(fleetIds !== undefined && { fleetIds: fleetIds.split(/\s+/).filter(Boolean) }),
    ...(location !== undefined && { location }),
    ...(labels && { labels: labels as NonNullable<Entry['labels']> }),
    ...(attributes && { attributes }),
  }
}

function named(cells: Cells): { readonly [Cell in ThingCell]?: string } {
  return Object.fromEntries([...cells].map(([column, cell]) => [column, cell.trim()]))
}

function locationOf(cells: Cells, add: Add): Entry['location'] | undefined {
  const { latitude, longitude } = named(cells)
  if (latitude === undefined && longitude === undefined) return undefined
  if (!latitude && !longitude) return null
  if (!latitude || !longitude) {
    add(texts.rows.bothCoordinates)
    return undefined
  }
  if (Number.isNaN(Number(latitude)) || Number.isNaN(Number(longitude))) {
    add(texts.rows.coordinates)
    return undefined
  }
  return { type: 'Point', coordinates: [Number(longitude), Number(latitude)] }
}

/**
 * Combines a JSON object in the column `field` with single members in columns such as `labels.line`; an empty one is
 * removed.
 */
function maps(cells: Cells, field: string, read: (cell: string) => unknown, add: Add) {
  const whole = cells.get(field)?.trim()
  const members = [...cells].filter(([column]) => column.startsWith(`${field}.`))
  if (!whole && members.length === 0) return undefined
  const single = members.map(([column, cell]): [string, unknown] => [
    column.slice(field.length + 1),
    cell === '' ? null : read(cell),
  ])
  return { ...(whole ? objectOf(whole, field, add) : {}), ...Object.fromEntries(single) }
}

function objectOf(text: string, field: string, add: Add): Record<string, unknown> {
  const value = jsonOf(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  add(texts.rows.notObject(field))
  return {}
}

const textOf = (cell: string): unknown => cell

/** Parses JSON values such as numbers and booleans; anything else is text. */
function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

import type { Call } from '@sluice/contract'
import { lostInteger } from '#form/json.ts'
import { texts } from '#texts/things-csv.tsx'
import type { ThingCell } from './cells.ts'

/** One thing of a batch. */
export type Entry = Call<'things.batch'>['body']['things'][number]

type Cells = ReadonlyMap<string, string>
type Add = (why: string) => void

/**
 * Converts a row to an entry of a batch. Missing columns change nothing; an empty cell clears the description, site,
 * fleets, location or single member, and changes nothing in other columns. `add` collects errors.
 */
export function readEntry(cells: Cells, add: Add): Entry {
  const { id, name, thingTypeId, status, siteId, fleetIds } = named(cells)
  // Kept as typed, like everywhere else.
  const description = cells.get('description')
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
function maps(cells: Cells, field: string, read: (cell: string, add: Add) => unknown, add: Add) {
  const whole = cells.get(field)?.trim()
  const members = [...cells].filter(([column]) => column.startsWith(`${field}.`))
  if (!whole && members.length === 0) return undefined
  const single = members.map(([column, cell]): [string, unknown] => [
    column.slice(field.length + 1),
    cell === '' ? null : read(cell, add),
  ])
  return { ...(whole ? objectOf(whole, field, add) : {}), ...Object.fromEntries(single) }
}

function objectOf(text: string, field: string, add: Add): Record<string, unknown> {
  const value = parsed(text, add)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  add(texts.rows.notObject(field))
  return {}
}

const textOf = (cell: string): unknown => cell

/** Parses JSON values such as booleans and objects; anything else is text, and so are numbers that would lose digits. */
function jsonOf(cell: string, add: Add): unknown {
  if (numeric.test(cell)) return numberOf(cell)
  return parsed(cell, add)
}

const numeric = /^\s*-?\d[\d.eE+-]*\s*$/

/** Keeps the text of `1e5`, `007`, and of more digits than a number can hold. `1.50` is 1.5, as programs write it. */
function numberOf(cell: string): number | string {
  const number = Number(cell)
  const isExact = !Number.isInteger(number) || Number.isSafeInteger(number)
  const digits = cell.trim()
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  return isExact && String(number) === short ? number : cell
}

/** The value of a JSON text; the text itself if it is none. */
function parsed(cell: string, add: Add): unknown {
  try {
    const value: unknown = JSON.parse(cell)
    const lost = lostInteger(cell)
    if (lost !== undefined) add(texts.rows.lostDigits(lost))
    return value
  } catch {
    return cell
  }
}

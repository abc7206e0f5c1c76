import type { Fill } from '@sluice/contract'
import { type Cell, type Near, nearly } from './cells.ts'

/** Fills what is null, by looking left and right from each bucket. Times ascend, in microseconds. */
export function filled(
  times: readonly number[],
  values: readonly Cell[],
  { fill, maxGap }: { readonly fill: Fill; readonly maxGap: number },
): Cell[] {
  if (fill === 'none' || fill === 'null') return [...values]
  const left = nearest(values, 1)
  const right = nearest(values, -1)
  const at = (i: number) => times[i] ?? 0
  return values.map((value, i) => {
    if (value !== null) return value
    const [before, after] = [left[i] ?? -1, right[i] ?? -1]
    if (before < 0) return null
    const [from, to] = [values[before] ?? null, values[after] ?? null]
    // Which of several samples at the same time it goes by is not said.
    if (fill === 'linear' && [from, to].some(isOneOf)) return { anyOf: [] }
    if (fill === 'previous') return at(i) - at(before) <= maxGap ? from : null
    const [start, end] = [numberIn(from), numberIn(to)]
    if (start === undefined || end === undefined) return null
    const gap = at(after) - at(before)
    return gap <= maxGap ? nearly(start + (end - start) * ((at(i) - at(before)) / gap)) : null
  })
}

function numberIn(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell
  return isObject(cell) && 'near' in cell ? (cell as Near).near : undefined
}

/** For each place the nearest one that has a value, itself included; -1 where there is none. */
function nearest(values: readonly Cell[], step: 1 | -1): number[] {
  const found: number[] = Array.from({ length: values.length }, () => -1)
  let known = -1
  for (let i = step > 0 ? 0 : values.length - 1; i >= 0 && i < values.length; i += step) {
    if (values[i] !== null) known = i
    found[i] = known
  }
  return found
}

function isOneOf(cell: Cell): boolean {
  return isObject(cell) && 'anyOf' in cell
}

function isObject(cell: Cell): cell is Extract<Cell, object> {
  return typeof cell === 'object' && cell !== null
}

import type { Fill } from '@sluice/contract'
import { type Cell, type Near, nearly } from './cells.ts'

/** Of the few steps of a line. */
const ROUNDINGS = 8

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
    const from = values[before] ?? null
    if (fill === 'previous') return at(i) - at(before) <= maxGap ? from : null
    const gap = at(after) - at(before)
    if (after < 0 || gap > maxGap) return null
    return onLine(from, values[after] ?? null, (at(i) - at(before)) / gap)
  })
}

/** Which of several samples at the same time a line begins or ends at is not said. */
function onLine(from: Cell, to: Cell, share: number): Cell {
  const lines = optionsOf(from).flatMap((start) =>
    optionsOf(to).map((end) => between(nearIn(start), nearIn(end), share)),
  )
  return lines.length === 1 ? (lines[0] ?? null) : { anyOf: lines }
}

function between(start: Near | undefined, end: Near | undefined, share: number): Cell {
  if (!start || !end) return null
  const rounding = ROUNDINGS * Number.EPSILON * (Math.abs(start.near) + Math.abs(end.near))
  const number = start.near + (end.near - start.near) * share
  return nearly(number, start.within + end.within + rounding)
}

function optionsOf(cell: Cell): readonly Cell[] {
  return isObject(cell) && 'anyOf' in cell ? cell.anyOf : [cell]
}

function nearIn(cell: Cell): Near | undefined {
  if (typeof cell === 'number') return { near: cell, within: 0 }
  return isObject(cell) && 'near' in cell ? cell : undefined
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

function isObject(cell: Cell): cell is Extract<Cell, object> {
  return typeof cell === 'object' && cell !== null
}

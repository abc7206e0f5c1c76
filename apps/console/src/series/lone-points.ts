const NONE: ReadonlySet<number> = new Set()

/**
 * Indices of isolated points: the line breaks on both sides, so each needs a mark of its own.
 *
 * @param column null is a break; undefined is a time of another line and is skipped
 * @param breaks indices after which the line also breaks
 */
export function lonePoints(
  column: ArrayLike<number | null | undefined>,
  breaks: ReadonlySet<number> = NONE,
): number[] {
  const lone: number[] = []
  let first = 0
  let length = 0
  const endRun = () => {
    if (length === 1) lone.push(first)
    length = 0
  }
  for (let i = 0; i < column.length; i += 1) {
    if (column[i] === null) endRun()
    else if (column[i] !== undefined) {
      if (length === 0) first = i
      length += 1
    }
    if (breaks.has(i)) endRun()
  }
  endRun()
  return lone
}

/** The token of the n-th line's colour; a chart has at most eight. */
export function lineToken(index: number): string {
  return `--series-${(index % 8) + 1}`
}

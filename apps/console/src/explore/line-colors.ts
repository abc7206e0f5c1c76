/** The colour token of the n-th line; a chart has at most eight lines. */
export function lineToken(index: number): string {
  return `--series-${(index % 8) + 1}`
}

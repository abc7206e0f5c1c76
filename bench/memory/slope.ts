/** By how much y grows for each x, by least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const [joint, own] = points.reduce(
    ([joint, own], point) => [joint + (point[0] - x) * (point[1] - y), own + (point[0] - x) ** 2],
    [0, 0],
  )
  return joint / own
}

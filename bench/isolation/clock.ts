/** Milliseconds of the epoch, as exact as the process's own clock: several processes' times can be compared. */
export function instant(): number {
  return performance.timeOrigin + performance.now()
}

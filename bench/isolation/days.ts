const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000]
export const FIRST_DAY = Date.UTC(2000, 0, 1)
export const DAYS = 9000

/** A day for each call, which no call before had, so that no answer is kept: another day, and after all of them another minute. */
export function dayOf(asked: number): { readonly from: string; readonly to: string } {
  const from = FIRST_DAY + (asked % DAYS) * DAY_MS + Math.floor(asked / DAYS) * MINUTE_MS
  return { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() }
}

const MINUTE = 60

/** The wall clock of a zone in the format of a datetime-local field: `2026-03-01T14:05`. */
export function wallClock(seconds: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', {
    ...({ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  }).format(seconds * 1000)
  return text.replace(' ', 'T')
}

/**
 * The time in epoch seconds at which a zone's clocks show `text`; NaN if it is invalid. Of an hour that occurs twice,
 * returns one; a skipped time is moved by the length of the gap.
 */
export function timeOfWallClock(text: string, zone: string): number {
  const asUtc = Date.parse(`${text}Z`) / 1000
  // A day that does not exist would be taken for one of the next month.
  if (Number.isNaN(asUtc) || !isoDay(asUtc).startsWith(text.slice(0, 10))) return Number.NaN
  const guess = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(guess, zone)
}

function isoDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** How many seconds a zone is ahead of UTC. */
function offsetAt(seconds: number, zone: string): number {
  const minute = Math.floor(seconds / MINUTE) * MINUTE
  return Date.parse(`${wallClock(minute, zone)}Z`) / 1000 - minute
}

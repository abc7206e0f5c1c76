const MINUTE = 60

/** `2026-03-01T14:05`, the wall clock of a zone at a time in epoch seconds, as a datetime-local field has it. */
export function wallClock(seconds: number, zone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', {
    ...({ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  }).format(seconds * 1000)
  return text.replace(' ', 'T')
}

/**
 * The time in epoch seconds at which a zone's clocks show `text`; NaN for what is no time. Of an hour that clocks
 * show twice it is one, and of one that they skip the time as far before or after.
 */
export function timeOfWallClock(text: string, zone: string): number {
  const asUtc = Date.parse(`${text}Z`) / 1000
  if (Number.isNaN(asUtc)) return Number.NaN
  const guess = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(guess, zone)
}

/** Seconds by which a zone is ahead of UTC. */
function offsetAt(seconds: number, zone: string): number {
  const minute = Math.floor(seconds / MINUTE) * MINUTE
  return Date.parse(`${wallClock(minute, zone)}Z`) / 1000 - minute
}

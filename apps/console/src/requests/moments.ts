const DAY = 86_400
const MINUTE = 60

/** `14:03`; with seconds if the steps are shorter than a minute. */
export function timeOfDay(iso: string, timeZone: string, stepSeconds: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    ...({ hour: '2-digit', minute: '2-digit' } as const),
    ...(stepSeconds < MINUTE && { second: '2-digit' }),
  }).format(new Date(iso))
}

export function dateOf(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(
    new Date(iso),
  )
}

/** A label on a time axis: the time of day, with the date if the steps are longer. */
export function momentOf(iso: string, zone: string, stepSeconds: number): string {
  if (stepSeconds >= DAY) return dateOf(iso, zone)
  const time = timeOfDay(iso, zone, stepSeconds)
  return stepSeconds > 900 ? `${dateOf(iso, zone)}, ${time}` : time
}

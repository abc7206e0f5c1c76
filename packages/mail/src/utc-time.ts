const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  dateStyle: 'long',
  timeStyle: 'short',
})

/** A time in a mail, the same for every reader: `8 June 2026 at 12:00 UTC`. */
export function utcTime(iso: string): string {
  return `${format.format(new Date(iso))} UTC`
}

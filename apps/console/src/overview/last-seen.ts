interface Seen {
  readonly lastSeenAt: string | null
}

/** The things that sent last, the latest first. */
export function lastSeen<Row extends Seen>(things: readonly Row[], most: number): Row[] {
  return things
    .filter((thing) => thing.lastSeenAt !== null)
    .sort((a, b) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''))
    .slice(0, most)
}

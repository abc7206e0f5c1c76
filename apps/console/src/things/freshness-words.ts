import type { ThingFreshness } from '@sluice/contract'

/** What a freshness is called; each is also a status by shape and colour. */
export const freshnessLabels: Record<ThingFreshness, string> = {
  fresh: 'Fresh',
  late: 'Late',
  silent: 'Silent',
  never: 'Never',
}

/** What it means, for who wonders. */
export const freshnessHints: Record<ThingFreshness, string> = {
  fresh: 'Sent data within the interval that its type expects',
  late: 'Its data is overdue',
  silent: 'Sent nothing for two intervals',
  never: 'Has sent no data yet',
}

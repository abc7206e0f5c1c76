export const texts = {
  latestGrid: {
    latestValues: { site: 'Latest values of the site', fleet: 'Latest values of the fleet' },
    without: (names: string) => `Not shown: ${names}.`,
    name: 'Name',
    lastSeen: 'Last seen',
  },
  placeChart: {
    title: 'All things over time',
    metric: 'Metric',
    range: 'Range',
    explore: 'Explore',
  },
  reachingKeys: {
    key: 'Key',
    scopes: 'Scopes',
    lastUsed: 'Last used',
    title: { site: 'Keys that reach this site', fleet: 'Keys that reach this fleet' },
    failed: 'The keys could not be loaded',
    none: 'No active key has a scope for it, or for a thing in it.',
    cut: (count: number, total: string) => `The ${count} most recently used of ${total}.`,
  },
}

/** Times that the examples share, so that they are consistent. */
export const stamps = {
  createdAt: '2026-06-01T08:00:00.000Z',
  updatedAt: '2026-06-01T09:30:00.000Z',
  etag: '2',
}

/** One day, in UTC. */
export const day = { from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z' }

/** The last days of a query about calls, up to now. */
export const week = { from: '2026-05-26T00:00:00.000Z', to: '2026-06-01T12:00:00.000Z' }

/** The user who acts in the examples. */
export const person = { type: 'user', id: 'Xw3nR8kLq2Vb', name: 'Ada Berg' } as const

import type { Key } from '@sluice/contract'

export function exampleKey(differences: Partial<Key> = {}): Key {
  return {
    id: '3hZk9QmT7aBc',
    keyType: 'External',
    name: 'Weather partner',
    scopes: [{ action: 'read', resourceFilter: '#' }],
    allowedIpCidrs: [],
    budgetShare: null,
    expiresAt: null,
    status: 'Active',
    display: 'svcex_3hZk9QmT7aBc_...a1B2',
    createdBy: { type: 'user', id: 'ann', name: 'Ann' },
    lastUsedAt: null,
    lastUsedIp: null,
    revokedAt: null,
    revokedBy: null,
    leakedAt: null,
    createdAt: '2026-05-01T00:00:00.000Z',
    updatedAt: '2026-05-01T00:00:00.000Z',
    etag: '"1"',
    ...differences,
  }
}

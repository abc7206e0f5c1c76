import { thing } from './things.ts'
import { person, stamps, week } from './times.ts'

const limitRequest = {
  ...{ id: 'Qz71LmPo3xYc', tiers: [{ tier: 'standard', perMinute: 6000 }], storage: [] },
  ...{ reason: 'Three hundred more trucks from July on.', until: null, status: 'Open' },
  ...{ createdAt: stamps.createdAt, createdBy: person, decision: null },
}

/** Answers about the organization itself, by the name of their schema. */
export const organizationAnswers = {
  Organization: {
    id: 'berg-logistics',
    name: 'Berg Logistics',
    leakedKeys: 'revoke',
    retentionDays: 730,
    ...stamps,
  },
  OrganizationUsage: {
    ...{ ...week, samples: 86_400, days: [{ date: '2026-06-01', samples: 86_400 }] },
    hours: [{ at: '2026-06-01T23:00:00.000Z', samples: 3600 }],
    ...{ things: [{ thingId: 'truck-7', name: 'Truck 7', samples: 80_000 }], otherSamples: 6400 },
  },
  TierLimits: {
    items: [
      {
        ...{ tier: 'standard', perMinute: 600, burst: 1000, remaining: 742, fullInSeconds: 26 },
        share: null,
        failures: { perMinute: 600, burst: 1000, remaining: 1000, fullInSeconds: 0 },
        ...{ source: 'default', until: null, reason: null },
      },
    ],
  },
  StorageQuotas: {
    items: [
      {
        ...{ kind: 'changes', usedBytes: 48_120_334, mostBytes: 10_737_418_240 },
        ...{ source: 'default', reason: null, measuredAt: null, fullSince: null },
      },
      {
        ...{ kind: 'samples', usedBytes: 9_310_582_784, mostBytes: 214_748_364_800 },
        ...{ source: 'standing', reason: '200 more trucks', fullSince: null },
        measuredAt: '2026-06-01T11:58:00.000Z',
      },
    ],
  },
  LimitUsage: {
    ...{ ...week, timezone: 'UTC' },
    tiers: [
      {
        ...{ tier: 'standard', calls: 12_400, limited: 12 },
        days: [{ date: '2026-06-01', calls: 12_400, limited: 12 }],
      },
    ],
    keys: [
      {
        ...{ keyId: '3hZk9QmT7aBc', name: 'Partner', calls: 240, limited: 12 },
        lastAt: '2026-06-01T11:59:00.000Z',
      },
    ],
  },
  LimitRequest: limitRequest,
  AuditEntry: {
    ...{ id: '184', at: stamps.updatedAt, actor: person, address: '192.0.2.7' },
    ...{ requestId: 'h3Jk9LmN2pQr-1f', operation: 'things.update' },
    ...{ resource: 'THING/truck/truck-7', before: { ...thing, etag: '1', labels: {} } },
    ...{ after: thing, position: 6, entries: 1, withheld: false },
    hash: '91769cae7f4697b10113d0d0c3a5d668c9b916946ca5c781045b506d98bc6f36',
  },
}

import { person, stamps, week } from './times.ts'

const keyId = '3hZk9QmT7aBc'
const scopes = [{ action: 'read', resourceFilter: 'PLACE/Site/oslo-depot/THING/#/#' }]

const key = {
  ...{ id: keyId, keyType: 'External', name: 'Partner', scopes, allowedIpCidrs: ['192.0.2.0/24'] },
  ...{ budgetShare: 25, expiresAt: '2027-01-01T00:00:00.000Z', status: 'Active' },
  ...{ display: `svcex_${keyId}_...gVXW`, createdBy: person },
  ...{ lastUsedAt: '2026-06-01T11:59:00.000Z', lastUsedIp: '192.0.2.7' },
  ...{ revokedAt: null, revokedBy: null, leakedAt: null },
  ...stamps,
}
const counts = { calls: 240, ok: 236, refused: 4, failed: 0 }
const problems = { 'scope-missing': 4 }
const lastAt = '2026-06-01T11:59:00.000Z'
const passed = (step: string, detail: string) => ({ step, result: 'passed', detail })

/** Answers about keys and what was called with them, by the name of their schema. */
export const keyAnswers = {
  Key: key,
  CreatedKey: { ...key, key: `svcex_${keyId}_<shown once>` },
  CallingKey: {
    ...{ ...key, organizationId: 'berg-logistics' },
    limits: [
      {
        ...{ tier: 'standard', perMinute: 150, burst: 250, remaining: 249, fullInSeconds: 1 },
        share: null,
        failures: { perMinute: 150, burst: 250, remaining: 250, fullInSeconds: 0 },
      },
      {
        ...{ tier: 'data-read', perMinute: 1500, burst: 2500, remaining: 2500, fullInSeconds: 0 },
        share: null,
        failures: { perMinute: 1500, burst: 2500, remaining: 2500, fullInSeconds: 0 },
      },
    ],
  },
  KeyCheck: {
    allowed: true,
    steps: [
      passed('key', `svcex_${keyId}_...gVXW is a key of this organization.`),
      passed('status', 'The key is active until 2027-01-01T00:00:00.000Z.'),
      passed('address', 'The allow-list holds the address.'),
      passed('bucket', 'Tier standard has 249 of 250 units left.'),
      passed('input', 'The parameters and the body are valid.'),
      passed('scope', "The key's type and scopes allow it."),
      passed('state', 'The current state allows the call.'),
    ],
    problem: null,
  },
  KeyUsage: {
    ...{ keyId, ...week, timezone: 'UTC', lastUsedAt: lastAt },
    totals: { ...counts, problems },
    days: [{ date: '2026-06-01', ...counts, problems }],
    operations: [{ operation: 'things.list', ...counts, lastAt }],
    addresses: [{ address: '192.0.2.7', ...counts, lastAt }],
  },
  KeyCall: {
    ...{ at: lastAt, requestId: 'Xk2pR7wq1ZtB-7f', keyId, keyName: 'Partner' },
    ...{ operation: 'things.update', tier: 'standard', outcome: 'refused', status: 403 },
    ...{ problem: 'scope-missing', address: '192.0.2.7', durationSeconds: 0.0034, calls: 1 },
    reason: 'The key may not write this thing.',
    needed: [{ action: 'write', resourceFilter: 'THING/truck/truck-7' }],
    missingNow: [{ action: 'write', resourceFilter: 'THING/truck/truck-7' }],
  },
  CallCounts: {
    ...{ from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z', intervalSeconds: 900 },
    totals: counts,
    bars: [{ at: '2026-06-01T11:45:00.000Z', ok: 236, refused: 4, failed: 0 }],
    keys: [{ keyId, name: 'Partner', ...counts }],
    operations: [{ operation: 'things.list', ...counts }],
    statuses: [
      { status: 200, problem: null, calls: 236 },
      { status: 403, problem: 'scope-missing', calls: 4 },
    ],
    addresses: [{ address: '192.0.2.7', ...counts }],
  },
  KeyUsageOverview: {
    ...{ timezone: 'UTC', dates: ['2026-05-31', '2026-06-01'] },
    items: [{ keyId, calls: [0, 240], total: 240, refused: 4, failed: 0, refusedRatio: 4 / 240 }],
  },
  KeySuggestions: {
    ...{ keyId, ...week, calls: 236 },
    scopes: {
      ...{ suggested: scopes, narrower: false, partial: false, covered: 236 },
      evidence: [{ scope: scopes[0], calls: 236, lastAt, operations: ['things.list'] }],
      general: null,
    },
    allowList: {
      ...{ suggested: ['192.0.2.7/32'], narrower: true, covered: 236 },
      evidence: [{ entry: '192.0.2.7/32', calls: 236, lastAt, addresses: 1 }],
    },
  },
  KeyReplay: {
    ...{ keyId, ...week, calls: 236, judged: 236 },
    ...{ refused: 0, narrowed: 0, alreadyRefused: 0, groups: [] },
  },
  LeakReportReceipt: { status: 'Accepted' },
}

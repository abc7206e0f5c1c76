import { plural } from './plural.ts'

const callsIn = (calls: number) => plural(calls, { one: '# call', other: '# calls' })

export const texts = {
  callsOf: callsIn,
  share: {
    title: (name: string) => `Rate limit share of “${name}”`,
    now: (share: string) => `Now: ${share}.`,
    opens: 'Change share…',
    of: (name: string) => `Change share of ${name}`,
  },
  byDay: {
    caption: (tier: string) => `Calls by day, tier ${tier}`,
    sums: (calls: number, limited: string) => `${callsIn(calls)}, ${limited} rate limited`,
    none: 'none',
    day: (day: string, calls: number, limited: string) =>
      `${day}: ${callsIn(calls)}, ${limited} rate limited`,
  },
  byKey: {
    key: 'Key',
    calls: 'Calls',
    callsOf: (calls: number, name: string) => `${callsIn(calls)} by ${name}`,
    limited: 'Rate limited',
    limitedOf: (limited: number, name: string) =>
      `${plural(limited, { one: '# rate-limited call', other: '# rate-limited calls' })} by ${name}`,
    last: 'Last',
    action: 'Action',
    none: 'No key made calls in this period.',
    caption: 'Calls by key, and how many were rate limited',
    title: 'By key',
  },
  title: 'Limits',
  lead: 'Limits apply to the whole organization. Only successful requests count.',
  failed: 'The limits could not be loaded',
  leftNow: 'Left now',
  useFailed: 'The usage of the limits could not be loaded',
  lastDays: (days: number) => `Last ${days} days`,
  request: {
    done: 'The request was sent to the operator.',
    opens: 'Request more…',
    title: 'Request higher limits',
    perMinute: (tier: string) => `Requests a minute, ${tier}`,
    storage: (kind: string) => `Storage in GiB, ${kind}`,
    unchanged: 'Leave unchanged',
    why: 'Why',
    whyHint: 'What you need it for, and when.',
    until: (zone: string) => `Until (${zone})`,
    untilHint: 'Of requests a minute; storage stays. Leave empty for no end.',
    send: 'Send request',
    notSet: 'Not set now.',
    stored: (used: string, most: string) => `Now ${used} of ${most}.`,
    now: (figures: string) => `Now ${figures}.`,
    used: (days: number, calls: number, limited: string) =>
      `Last ${days} days: ${callsIn(calls)}, ${limited} rate limited.`,
  },
  requests: {
    title: 'Requests for higher limits',
    failed: 'The requests could not be loaded',
    status: 'Status',
    requested: 'Requested limits',
    outcome: 'Outcome',
    by: 'By',
    asked: 'Requested at',
    perMinute: (tier: string, calls: string) => `${tier} ${calls} a minute`,
    stored: (kind: string, size: string) => `${size} of ${kind}`,
    forGood: 'permanently',
    until: (time: string) => `until ${time}`,
    pending: 'Pending',
  },
  storage: {
    title: 'Storage',
    failed: 'The storage could not be loaded',
    notMeasured: 'Not measured yet',
    used: ' used',
    upTo: (most: string) => `up to ${most}`,
    kinds: {
      changes: 'Data written permanently by changes, mostly the audit log.',
      samples: 'Samples of things, before compression.',
    },
    full: {
      changes: () =>
        'Full: changes that write more are refused. Deleting, revoking and erasing still work.',
      samples: (time: string) =>
        `Full${time && ` since ${time}`}: samples are refused until some are erased.`,
    },
    usual: 'The default quota.',
    own: (reason: string) => `Set for this organization${reason && `: ${reason}`}.`,
  },
  tiers: {
    standard: 'Resources, keys, definitions and sending data',
    dataRead: 'Timeseries, summaries, recent values and key usage',
    ingest: 'Sending data only',
  },
  figures: (perMinute: string, burst: string) => `${perMinute} a minute, up to ${burst} at once`,
  full: 'full',
  fullIn: (length: string) => `full in ${length}`,
  /** Follows the remaining amount. */
  left: (burst: string, refill: string) => ` of ${burst} left, ${refill}`,
  sources: {
    usual: 'The default limit.',
    own: (reason: string) => `Set for this organization${reason && `: ${reason}`}.`,
    until: (time: string, reason: string) => `Until ${time}${reason && `: ${reason}`}.`,
  },
}

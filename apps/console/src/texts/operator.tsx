import { formatCount } from '#format/values.ts'
import { plural } from './plural.ts'

export const texts = {
  organization: 'Organization',
  things: 'Things',
  activeKeys: 'Active keys',
  calls: 'Calls, 7 days',
  requests: {
    trail: 'Requests',
    title: 'Requests for higher limits',
    lead: 'Open requests of organizations, oldest first.',
    failed: 'The requests',
    asked: 'Requested',
    askedAt: 'Requested at',
    empty: 'No open requests',
    emptyText: 'New requests appear here automatically.',
    decide: 'Decide…',
  },
  request: {
    pageTitle: 'Request for higher limits',
    title: (organization: string) => `${organization} asks for higher limits`,
    failed: 'The request',
    section: 'The request',
    status: 'Status',
    askedBy: 'Requested by',
    askedByAt: (name: string, time: string) => `${name}, ${time}`,
    reason: 'Reason',
    outcome: 'Outcome',
    decision: 'Decision',
    grant: 'Grant',
    granted: 'Request granted.',
    decline: 'Decline',
    declined: 'Request declined.',
    missing: 'There is no such request',
    seeAll: 'See open requests',
  },
  organizations: {
    title: 'Organizations',
    lead: 'All organizations of this service.',
    search: 'Search by name or id',
    limited: 'Rate limited, 7 days',
    openRequests: 'Open requests',
    nothingFound: 'organizations',
    empty: 'No organizations yet',
    emptyText: (
      <>
        Create one: <code>npx sluice organizations create --help</code>
      </>
    ),
  },
  tenant: {
    failed: 'The organization',
    details: 'Details',
    created: 'Created',
    members: 'Members',
    callsLimited: (calls: number, limited: number) =>
      limited === 0
        ? `${formatCount(calls)}, none rate limited`
        : `${formatCount(calls)}, of which ${formatCount(limited)} rate limited`,
    missing: 'There is no such organization',
    missingText: (id: string) => (
      <>
        This service has no organization with the id <code>{id}</code>.
      </>
    ),
    seeAll: 'See all organizations',
  },
  limits: {
    leftNow: 'Left now',
    changeOpens: 'Change…',
    changeOf: (tier: string) => `Change ${tier}`,
    reset: 'Reset to default',
    resetOf: (tier: string) => `Reset ${tier} to default`,
    addIngestion: 'Add dedicated ingestion…',
    title: (tier: string) => `Change the ${tier} limit`,
    change: 'Change',
    cancel: 'Cancel',
    changed: (tier: string) => `The ${tier} limit is changed. It takes effect within a second.`,
    perMinute: (tier: string) => `Requests a minute, ${tier}`,
    burst: (tier: string) => `Burst, ${tier}`,
    until: 'Until, in your time zone',
    untilHint: 'Leave empty for no end. Afterwards, the previous limits apply again.',
    reason: 'Reason',
    reasonHint: 'The organization sees it.',
  },
  /** How the last days would have been with other limits. */
  whatIf: {
    none: (days: number) => `No calls in the last ${days} days.`,
    past: (days: number, calls: number, limited: number) =>
      plural(calls, {
        one: `Last ${days} days: # call, ${some(limited)} rate limited.`,
        other: `Last ${days} days: # calls, ${some(limited)} rate limited.`,
      }),
    outcome: (limited: number) => `With these limits, ${some(limited)} would have been.`,
  },
}

const some = (count: number) => (count === 0 ? 'none' : formatCount(count))

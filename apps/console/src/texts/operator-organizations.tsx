import { formatCount } from '#format/values.ts'

export const texts = {
  organization: 'Organization',
  things: 'Things',
  activeKeys: 'Active keys',
  calls: 'Calls, 7 days',
  organizations: {
    title: 'Organizations',
    lead: 'All organizations of this service.',
    search: 'Search by name or id',
    limited: 'Rate limited, 7 days',
    openRequests: 'Open requests',
    nothingFound: 'No organizations match these filters',
    empty: 'No organizations yet',
    emptyText: (
      <>
        Create one: <code>npx sluice organizations create --help</code>
      </>
    ),
  },
  tenant: {
    failed: 'The organization could not be loaded',
    details: 'Details',
    created: 'Created',
    members: 'Members',
    callsLimited: (calls: number, limited: number) =>
      limited === 0
        ? `${formatCount(calls)}, none rate limited`
        : `${formatCount(calls)}, of which ${formatCount(limited)} rate limited`,
    missing: 'Organization not found',
    missingText: (id: string) => (
      <>
        This service has no organization with the id <code>{id}</code>.
      </>
    ),
    seeAll: 'See all organizations',
  },
}

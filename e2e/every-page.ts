import type { Product } from './product.ts'

const pages = [
  '',
  '/keys',
  '/requests',
  '/things',
  '/things/seattle-daily',
  '/sites',
  '/sites/seattle',
  '/fleets',
  '/import-things',
  '/integrations',
  '/reference?operation=things.update',
  '/explore?things=seattle-daily,new-york-daily&from=2014-01-01T00:00:00Z&to=2015-01-01T00:00:00Z',
  '/explore?type=daily-station&metrics=temp_max,weather&compare=1&from=2014-01-01T00:00:00Z&to=2015-01-01T00:00:00Z',
  '/explore?fleet=none&view=table',
  '/templates',
  '/templates/sluice.weather-station',
  '/create-template?from=sluice.weather-station',
  '/thing-types',
  '/metric-definitions',
  '/mappings',
  '/usage',
  '/limits',
  '/members',
  '/members?tab=invitations',
  '/audit-log',
  '/settings',
  '/account',
]

/** Paths of every page of the demo organization, with every tab of its key's page. */
export function everyPage({ demo }: Product): string[] {
  const [, id] = demo.once.key.split('_')
  const tabs = ['usage', 'calls', 'access', 'history'].map((tab) => `/keys/${id}?tab=${tab}`)
  return [...pages, ...tabs]
}

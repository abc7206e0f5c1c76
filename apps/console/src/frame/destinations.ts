import {
  IconArrowsExchange,
  IconBook2,
  IconBroadcast,
  IconBuilding,
  IconChartBar,
  IconChartLine,
  IconChevronLeft,
  IconDroplet,
  IconGauge,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconListSearch,
  IconMapPin,
  IconServerCog,
  IconSettings,
  IconStack2,
  IconTemplate,
  IconTruck,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'

import { addressIn } from '#address/address-in.ts'
import type { Area } from './area.ts'
import type { PersonFacts } from './person-context.tsx'

export interface Destination {
  /** Within the area, or, of what leads out of it, the console's. */
  readonly href: string
  readonly label: string
  readonly icon: TablerIcon
  /** The words above the group that it begins. */
  readonly heading?: string
  /** A page of it that does not lie below it, where an id could be. */
  readonly aside?: string
}

type Groups = readonly (readonly Destination[])[]

const OVERVIEW = 'Overview'

const ofOrganization: Groups = [
  [
    { href: '/', label: OVERVIEW, icon: IconHome },
    { href: '/keys', label: 'Keys', icon: IconKey },
    { href: '/requests', label: 'Request log', icon: IconListSearch },
  ],
  [
    {
      ...{ href: '/things', label: 'Things', icon: IconBroadcast, heading: 'Data' },
      aside: '/import-things',
    },
    { href: '/fleets', label: 'Fleets', icon: IconTruck },
    { href: '/sites', label: 'Sites', icon: IconMapPin },
    { href: '/explore', label: 'Explore', icon: IconChartLine },
  ],
  [
    { href: '/thing-types', label: 'Thing types', icon: IconTemplate, heading: 'Model' },
    { href: '/metric-definitions', label: 'Metric definitions', icon: IconGauge },
    { href: '/mappings', label: 'Mappings', icon: IconArrowsExchange },
    { href: '/templates', label: 'Templates', icon: IconStack2, aside: '/create-template' },
  ],
  [
    {
      ...{ href: '/integrations', label: 'Integrations', icon: IconWebhook },
      heading: 'Organization',
    },
    { href: '/reference', label: 'API reference', icon: IconBook2 },
    { href: '/usage', label: 'Usage', icon: IconChartBar },
    { href: '/limits', label: 'Limits', icon: IconDroplet },
    { href: '/members', label: 'Members', icon: IconUsers },
    { href: '/audit-log', label: 'Audit log', icon: IconHistory },
    { href: '/settings', label: 'Settings', icon: IconSettings },
  ],
]

const ofOperator: Groups = [
  [
    { href: '/requests', label: 'Requests', icon: IconInbox },
    { href: '/organizations', label: 'Organizations', icon: IconBuilding },
  ],
]

const toOperator: Groups = [
  [{ href: '/operator/requests', label: 'Service operation', icon: IconServerCog }],
]
const toOrganization: Groups = [
  [{ href: '/', label: 'Back to the organization', icon: IconChevronLeft }],
]

/** What the navigation of an area, which lies below `base`, leads to; and where the person may go, to the other one. */
export function destinationsOf(
  area: Area,
  base: string,
  { isOperator, memberships }: PersonFacts,
): Groups {
  if (area === 'operator') {
    return [...below(base, ofOperator), ...(memberships.length > 0 ? toOrganization : [])]
  }
  return [...below(base, ofOrganization), ...(isOperator ? toOperator : [])]
}

function below(base: string, groups: Groups): Groups {
  return groups.map((group) =>
    group.map(({ href, aside, ...rest }) => ({
      ...rest,
      href: addressIn(base, href),
      ...(aside !== undefined && { aside: addressIn(base, aside) }),
    })),
  )
}

/** The pages of an organization, as paths within it. */
export const organizationPages: readonly Destination[] = ofOrganization.flat()

/** Whether a path is a destination's, or lies below it; the overview is only itself. */
export function isWithin(pathname: string, { href, aside, label }: Destination): boolean {
  if (pathname === href || pathname === aside) return true
  return label !== OVERVIEW && pathname.startsWith(`${href}/`)
}

/** The section of an organization that a path within it lies in: pages of single resources are of one organization. */
export function sectionOf(path: string): string {
  if (path === '/account' || path.startsWith('/account/')) return '/account'
  const found = ofOrganization.flat().find((destination) => isWithin(path, destination))
  return found?.href ?? '/'
}

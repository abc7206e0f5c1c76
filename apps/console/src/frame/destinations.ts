import {
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

import type { Area } from './area.ts'
import type { PersonFacts } from './person-context.tsx'

interface Destination {
  readonly href: string
  readonly label: string
  readonly icon: TablerIcon
  /** A page of it that does not lie below it, where an id could be. */
  readonly aside?: string
}

type Groups = readonly (readonly Destination[])[]

const ofOrganization: Groups = [
  [
    { href: '/', label: 'Overview', icon: IconHome },
    { href: '/keys', label: 'Keys', icon: IconKey },
  ],
  [
    { href: '/things', label: 'Things', icon: IconBroadcast, aside: '/import-things' },
    { href: '/fleets', label: 'Fleets', icon: IconTruck },
    { href: '/sites', label: 'Sites', icon: IconMapPin },
    { href: '/explore', label: 'Explore', icon: IconChartLine },
  ],
  [
    { href: '/thing-types', label: 'Thing types', icon: IconTemplate },
    { href: '/metric-definitions', label: 'Metric definitions', icon: IconGauge },
    { href: '/templates', label: 'Templates', icon: IconStack2, aside: '/create-template' },
  ],
  [
    { href: '/integrations', label: 'Integrations', icon: IconWebhook },
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
    { href: '/operator/requests', label: 'Requests', icon: IconInbox },
    { href: '/operator/organizations', label: 'Organizations', icon: IconBuilding },
  ],
]

const toOperator: Groups = [
  [{ href: '/operator/requests', label: 'Run the service', icon: IconServerCog }],
]
const toOrganization: Groups = [
  [{ href: '/', label: 'Back to the organization', icon: IconChevronLeft }],
]

/** What the navigation of an area leads to, in its groups; and where the person may go, to the other one. */
export function destinationsOf(area: Area, { isOperator, memberships }: PersonFacts): Groups {
  if (area === 'operator') return [...ofOperator, ...(memberships.length > 0 ? toOrganization : [])]
  return [...ofOrganization, ...(isOperator ? toOperator : [])]
}

/** Whether a path is a destination's, or lies below it; the overview is only itself. */
export function isWithin(pathname: string, { href, aside }: Destination): boolean {
  return (
    pathname === href || pathname === aside || (href !== '/' && pathname.startsWith(`${href}/`))
  )
}

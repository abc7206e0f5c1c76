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
import { texts } from '#texts/frame.ts'
import type { Area } from './area.ts'
import type { PersonFacts } from './person-context.tsx'

export interface Destination {
  /** Path within the area; for a link out of the area, a full console path. */
  readonly href: string
  readonly label: string
  readonly icon: TablerIcon
  /** Heading of the group that starts with this destination. */
  readonly heading?: string
  /** A page of this destination whose path is not below `href`, because an id could be there. */
  readonly aside?: string
}

type Groups = readonly (readonly Destination[])[]

const ofOrganization: Groups = [
  [
    { href: '/', label: texts.destinations.overview, icon: IconHome },
    { href: '/keys', label: texts.destinations.keys, icon: IconKey },
    { href: '/requests', label: texts.destinations.requestLog, icon: IconListSearch },
  ],
  [
    {
      ...{
        href: '/things',
        label: texts.destinations.things,
        icon: IconBroadcast,
        heading: texts.headings.data,
      },
      aside: '/import-things',
    },
    { href: '/fleets', label: texts.destinations.fleets, icon: IconTruck },
    { href: '/sites', label: texts.destinations.sites, icon: IconMapPin },
    { href: '/explore', label: texts.destinations.explore, icon: IconChartLine },
  ],
  [
    {
      href: '/thing-types',
      label: texts.destinations.thingTypes,
      icon: IconTemplate,
      heading: texts.headings.model,
    },
    { href: '/metric-definitions', label: texts.destinations.metricDefinitions, icon: IconGauge },
    { href: '/mappings', label: texts.destinations.mappings, icon: IconArrowsExchange },
    {
      href: '/templates',
      label: texts.destinations.templates,
      icon: IconStack2,
      aside: '/create-template',
    },
  ],
  [
    {
      ...{ href: '/integrations', label: texts.destinations.integrations, icon: IconWebhook },
      heading: texts.destinations.organization,
    },
    { href: '/reference', label: texts.destinations.apiReference, icon: IconBook2 },
    { href: '/usage', label: texts.destinations.usage, icon: IconChartBar },
    { href: '/limits', label: texts.destinations.limits, icon: IconDroplet },
    { href: '/members', label: texts.destinations.members, icon: IconUsers },
    { href: '/audit-log', label: texts.destinations.auditLog, icon: IconHistory },
    { href: '/settings', label: texts.destinations.settings, icon: IconSettings },
  ],
]

const ofOperator: Groups = [
  [
    { href: '/requests', label: texts.destinations.requests, icon: IconInbox },
    { href: '/organizations', label: texts.destinations.organizations, icon: IconBuilding },
  ],
]

const toOperator: Groups = [
  [{ href: '/operator/requests', label: texts.destinations.serviceOperation, icon: IconServerCog }],
]
const toOrganization: Groups = [
  [{ href: '/', label: texts.destinations.backToTheOrganization, icon: IconChevronLeft }],
]

/** The navigation of an area whose base path is `base`, plus a link to the other area if the user may open it. */
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

/** The pages of an organization, with paths within it. */
export const organizationPages: readonly Destination[] = ofOrganization.flat()

/** Whether a path belongs to a destination. Subpages count, except for the overview, whose path is a prefix of all. */
export function isWithin(pathname: string, { href, aside, label }: Destination): boolean {
  if (pathname === href || pathname === aside) return true
  return label !== texts.destinations.overview && pathname.startsWith(`${href}/`)
}

/** The section that a path within an organization belongs to. Ids do not carry over when switching organizations. */
export function sectionOf(path: string): string {
  if (path === '/account' || path.startsWith('/account/')) return '/account'
  const found = ofOrganization.flat().find((destination) => isWithin(path, destination))
  return found?.href ?? '/'
}

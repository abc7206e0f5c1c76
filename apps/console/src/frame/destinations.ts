import {
  IconBroadcast,
  IconDroplet,
  IconGauge,
  IconHistory,
  IconHome,
  IconKey,
  IconMapPin,
  IconSettings,
  IconTemplate,
  type TablerIcon,
} from '@tabler/icons-react'

interface Destination {
  readonly href: string
  readonly label: string
  readonly icon: TablerIcon
}

/** What the navigation leads to, in its groups. */
export const destinations: readonly (readonly Destination[])[] = [
  [
    { href: '/', label: 'Overview', icon: IconHome },
    { href: '/keys', label: 'Keys', icon: IconKey },
  ],
  [
    { href: '/things', label: 'Things', icon: IconBroadcast },
    { href: '/sites', label: 'Sites', icon: IconMapPin },
  ],
  [
    { href: '/thing-types', label: 'Thing types', icon: IconTemplate },
    { href: '/metric-definitions', label: 'Metric definitions', icon: IconGauge },
  ],
  [
    { href: '/limits', label: 'Limits', icon: IconDroplet },
    { href: '/audit-log', label: 'Audit log', icon: IconHistory },
    { href: '/settings', label: 'Settings', icon: IconSettings },
  ],
]

/** Whether a path lies at or below a destination; the overview is only itself. */
export function isWithin(pathname: string, href: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}

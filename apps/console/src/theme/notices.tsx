'use client'

import { useNotifications } from '@mantine/notifications'
import dynamic from 'next/dynamic'
import { useEver } from '#form/use-ever.ts'

const Notifications = dynamic(
  () => import('./loaded-notices.ts').then((all) => all.Notifications),
  {
    ssr: false,
  },
)

/** The console's notices. Their code is loaded with the first one. */
export function Notices() {
  const hasAny = useNotifications().notifications.length > 0
  return useEver(hasAny) ? <Notifications position="bottom-right" /> : null
}

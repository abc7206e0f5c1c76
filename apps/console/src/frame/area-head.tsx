'use client'

import { IconServerCog } from '@tabler/icons-react'
import { texts } from '#texts/frame.ts'
import type { Area } from './area.ts'
import classes from './organization-switcher.module.css'
import { OrganizationSwitcher } from './organization-switcher.tsx'

/** Head of the navigation: the current organization, or the operator's area. */
export function AreaHead({ area }: { area: Area }) {
  if (area === 'organization') return <OrganizationSwitcher />
  return (
    <div className={classes.trigger} data-still>
      <IconServerCog size={17} stroke={1.6} aria-hidden />
      <span className={classes.name}>{texts.destinations.serviceOperation}</span>
    </div>
  )
}

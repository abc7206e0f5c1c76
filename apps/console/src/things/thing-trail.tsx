import { IconChevronLeft } from '@tabler/icons-react'
import Link from 'next/link'
import classes from './thing-trail.module.css'

/** The way back to the list. */
export function ThingTrail() {
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <Link href="/things">
        <IconChevronLeft size={14} stroke={1.6} aria-hidden />
        Things
      </Link>
    </nav>
  )
}

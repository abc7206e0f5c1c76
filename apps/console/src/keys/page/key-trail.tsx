import { IconChevronLeft } from '@tabler/icons-react'
import Link from 'next/link'
import classes from './key-trail.module.css'

/** The way back to the list. */
export function KeyTrail() {
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <Link href="/keys">
        <IconChevronLeft size={14} stroke={1.6} aria-hidden />
        Keys
      </Link>
    </nav>
  )
}

import Link from 'next/link'
import classes from './thing-trail.module.css'

/** The way back to the list. */
export function ThingTrail() {
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <Link href="/things">Things</Link> <span aria-hidden>/</span>
    </nav>
  )
}

'use client'

import { useLinkStatus } from 'next/link'
import classes from './link-progress.module.css'

/** Rendered inside a link: a bar at the top of the window if its page takes a while to load. */
export function LinkProgress() {
  const { pending } = useLinkStatus()
  return pending && <span className={classes.onItsWay} aria-hidden />
}

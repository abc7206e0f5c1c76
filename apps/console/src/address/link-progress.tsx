'use client'

import { useLinkStatus } from 'next/link'
import classes from './link-progress.module.css'

/** Within a link: a bar at the top of the window while its page is on the way, where that takes a while. */
export function LinkProgress() {
  const { pending } = useLinkStatus()
  return pending && <span className={classes.onItsWay} aria-hidden />
}

import type { ReactNode } from 'react'
import classes from './with-details.module.css'

interface WithDetailsProps {
  readonly details: ReactNode
  readonly children: ReactNode
}

/** A page about one resource: what it does, and beside it, on a phone below, what is on record of it. */
export function WithDetails({ details, children }: WithDetailsProps) {
  return (
    <div className={classes.columns}>
      <div>{children}</div>
      <div>{details}</div>
    </div>
  )
}

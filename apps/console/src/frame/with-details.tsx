import type { ReactNode } from 'react'
import classes from './with-details.module.css'

interface WithDetailsProps {
  readonly details: ReactNode
  readonly children: ReactNode
}

/** Layout of a resource's page: content, with the details beside it, or below it on a phone. */
export function WithDetails({ details, children }: WithDetailsProps) {
  return (
    <div className={classes.columns}>
      <div>{children}</div>
      <div>{details}</div>
    </div>
  )
}

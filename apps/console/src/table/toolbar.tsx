import type { ReactNode } from 'react'
import classes from './toolbar.module.css'

/** The search field and filters above a table. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <search className={classes.toolbar}>{children}</search>
}

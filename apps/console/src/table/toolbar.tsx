import type { ReactNode } from 'react'
import classes from './toolbar.module.css'

export function Toolbar({ children }: { children: ReactNode }) {
  return <search className={classes.toolbar}>{children}</search>
}

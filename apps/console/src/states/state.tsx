import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state.module.css'

interface StateProps {
  readonly icon: TablerIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** In place of content: nothing here yet, nothing found, or something failed, and what to do next. */
export function State({ icon: Icon, title, children, action }: StateProps) {
  return (
    <div className={classes.state}>
      <Icon size={26} stroke={1.4} aria-hidden className={classes.icon} />
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

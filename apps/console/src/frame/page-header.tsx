import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  readonly title: ReactNode
  /** One sentence on the purpose of the page. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

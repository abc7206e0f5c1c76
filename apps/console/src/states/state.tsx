import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state.module.css'

interface StateProps {
  readonly icon: TablerIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Use `h1` if it is the only content of the page. */
  readonly heading?: 'h1' | 'h2'
}

/** Shown instead of content: nothing here yet, nothing found, or a failure, and what to do next. */
export function State({ icon: Icon, title, children, action, heading = 'h2' }: StateProps) {
  const Title = heading
  return (
    <div className={classes.state}>
      <Icon size={26} stroke={1.4} aria-hidden className={classes.icon} />
      <Title className={classes.title}>{title}</Title>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

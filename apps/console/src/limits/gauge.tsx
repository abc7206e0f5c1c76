import type { ReactNode } from 'react'
import classes from './gauges.module.css'

interface GaugeProps {
  readonly name: string
  readonly figures: string
  /** From 0 to 1. */
  readonly level: number
  readonly isLow: boolean
  readonly amount: string
  /** Shown after the amount. */
  readonly rest: string
  readonly text?: string | undefined
  /** Actions. */
  readonly children?: ReactNode
}

export function GaugeList({ children }: { children: ReactNode }) {
  return <ul className={classes.gauges}>{children}</ul>
}

/** A level as a bar and in words. */
export function Gauge({ name, figures, level, isLow, amount, rest, text, children }: GaugeProps) {
  return (
    <li className={classes.gauge}>
      <div className={classes.head}>
        <code>{name}</code>
        <span className={classes.figures}>{figures}</span>
      </div>
      <div className={classes.track} aria-hidden>
        <div className={classes.level} data-low={isLow} style={{ transform: `scaleX(${level})` }} />
      </div>
      <div className={classes.left}>
        <strong>{amount}</strong>
        {rest}
      </div>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
    </li>
  )
}

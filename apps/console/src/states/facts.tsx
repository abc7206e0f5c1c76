import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A list of names and values, in the order given. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Names repeat: a thing's attribute may be named like a field.
        <div key={index} className={classes.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

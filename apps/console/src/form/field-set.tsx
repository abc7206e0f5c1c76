import type { ReactNode } from 'react'
import classes from './field-set.module.css'

interface FieldSetProps {
  readonly legend: ReactNode
  readonly hint?: ReactNode
  /** What is wrong with all of them together. */
  readonly fault?: ReactNode
  readonly children: ReactNode
}

/** Fields that belong together, as the rows of a list do. */
export function FieldSet({ legend, hint, fault, children }: FieldSetProps) {
  return (
    <fieldset className={classes.set}>
      <legend>{legend}</legend>
      {hint && <p className={classes.hint}>{hint}</p>}
      {fault && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
      {children}
    </fieldset>
  )
}

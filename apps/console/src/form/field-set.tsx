import type { ReactNode } from 'react'
import classes from './field-set.module.css'

interface FieldSetProps {
  readonly legend: ReactNode
  readonly hint?: ReactNode
  /** An error of the group as a whole. */
  readonly fault?: ReactNode
  readonly children: ReactNode
}

/** A group of related fields, such as the rows of a list. */
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

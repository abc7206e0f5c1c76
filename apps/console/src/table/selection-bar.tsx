import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '#texts/table.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  /** "Selected keys" */
  readonly label: string
  /** How many are chosen; null: none. */
  readonly words: string | null
  readonly onClear: () => void
  /** What widens the choice. */
  readonly more?: ReactNode
  /** What can be done with them. */
  readonly children: ReactNode
}

/** What can be done with the chosen rows. It floats, so that choosing one moves no row. */
export function SelectionBar({ label, words, onClear, more, children }: SelectionBarProps) {
  return (
    <div className={classes.place}>
      <span role="status" className={classes.spoken}>
        {words}
      </span>
      {words && (
        <section className={classes.bar} aria-label={label}>
          <span className={classes.count}>{words}</span>
          {more}
          <Button size="xs" variant="default" onClick={onClear}>
            {texts.clearSelection}
          </Button>
          {children}
        </section>
      )}
    </div>
  )
}

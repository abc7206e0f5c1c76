import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '#texts/table.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  /** For example "Selected keys". */
  readonly label: string
  /** How many rows are selected; null if none. */
  readonly words: string | null
  readonly onClear: () => void
  /** Controls that extend the selection. */
  readonly more?: ReactNode
  /** Actions for the selected rows. */
  readonly children: ReactNode
}

/** Actions for the selected rows. It floats, so that no row moves when it appears. */
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

import { Button } from '@mantine/core'
import classes from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  readonly selection: Selection
  readonly onRevoke: () => void
}

/** What can be done with the chosen keys. It floats, so that choosing one moves no row. */
export function SelectionBar({ selection, onRevoke }: SelectionBarProps) {
  const count = selection.chosen.length
  return (
    <div className={classes.place}>
      <span role="status" className={classes.spoken}>
        {count > 0 && `${count} selected`}
      </span>
      {count > 0 && (
        <section className={classes.bar} aria-label="Selected keys">
          <span className={classes.count}>{count} selected</span>
          {!selection.isAll && (
            <Button size="xs" variant="subtle" onClick={selection.all}>
              Select all active on this page
            </Button>
          )}
          <Button size="xs" variant="default" onClick={selection.none}>
            Clear
          </Button>
          <Button size="xs" color="red" onClick={onRevoke}>
            Revoke…
          </Button>
        </section>
      )}
    </div>
  )
}

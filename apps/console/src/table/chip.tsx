import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './chip.module.css'

/** A labelled group of chips. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {children}
    </fieldset>
  )
}

interface ChipProps {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A filter that one click sets and another removes. */
export function Chip({ isOn, onClick, children }: ChipProps) {
  return (
    <Button
      size="xs"
      radius="xl"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <span className={classes.chip}>{children}</span>
    </Button>
  )
}

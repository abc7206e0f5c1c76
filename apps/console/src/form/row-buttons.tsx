import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import classes from './rows.module.css'

interface RowButton {
  readonly label: string
  readonly onClick: () => void
}

/** The button at the end of a form row that removes it; the label names the row. */
export function RemoveRow({ label, onClick }: RowButton) {
  return (
    <ActionIcon size={28} className={classes.remove} aria-label={label} onClick={onClick}>
      <IconX size={15} />
    </ActionIcon>
  )
}

/** The button below the rows of a form that adds one. */
export function AddRow({ label, onClick }: RowButton) {
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={onClick}>
      {label}
    </Button>
  )
}

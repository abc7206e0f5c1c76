'use client'

import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './pager.module.css'
import { useCursor } from './use-cursor.ts'

/** Previous and next; nothing at all where one page holds everything. */
export function Pager({ nextCursor }: { nextCursor: string | null }) {
  const { isFirst, next, previous } = useCursor()
  if (isFirst && nextCursor === null) return null
  return (
    <nav aria-label="Pages" className={classes.pager}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} />}
        disabled={isFirst}
        onClick={previous}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && next(nextCursor)}
      >
        Next
      </Button>
    </nav>
  )
}

'use client'

import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './pager.module.css'
import { useCursor } from './use-cursor.ts'

interface PagerProps {
  readonly nextCursor: string | null
  /** Items on all pages, where the list counts them. */
  readonly total?: number | undefined
}

/** How many there are, previous and next; nothing at all where one page holds everything. */
export function Pager({ nextCursor, total }: PagerProps) {
  const { isFirst, next, previous } = useCursor()
  if (isFirst && nextCursor === null) return null
  return (
    <nav aria-label="Pages" className={classes.pager}>
      {total !== undefined && (
        <p className={classes.total}>{total.toLocaleString('en')} in total</p>
      )}
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

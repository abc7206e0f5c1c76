'use client'

import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { texts } from '#texts/table.ts'
import classes from './pager.module.css'
import { useCursor } from './use-cursor.ts'

interface PagerProps {
  readonly nextCursor: string | null
  /** Number of items on all pages, if counted. */
  readonly total?: number | undefined
}

/** Shows the total and buttons for the previous and next page; hidden if everything fits one page. */
export function Pager({ nextCursor, total }: PagerProps) {
  const { isFirst, next, previous } = useCursor()
  if (isFirst && nextCursor === null) return null
  return (
    <nav aria-label={texts.pages} className={classes.pager}>
      {total !== undefined && <p className={classes.total}>{texts.total(total)}</p>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} />}
        disabled={isFirst}
        onClick={previous}
      >
        {texts.previous}
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} />}
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && next(nextCursor)}
      >
        {texts.next}
      </Button>
    </nav>
  )
}

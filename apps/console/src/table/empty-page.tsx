'use client'

import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { State } from '#states/state.tsx'
import { texts } from '#texts/table.ts'
import { useCursor } from './use-cursor.ts'

/** Shown for a page without rows. On a later page the rows were deleted meanwhile, so it links to the first page. */
export function EmptyPage({ children }: { children: ReactNode }) {
  const { isFirst, first } = useCursor()
  if (isFirst) return children
  return (
    <State
      icon={IconListDetails}
      title={texts.emptyPage.title}
      action={
        <Button variant="default" onClick={first}>
          {texts.emptyPage.toFirst}
        </Button>
      }
    />
  )
}

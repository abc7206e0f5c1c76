'use client'

import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { State } from '#states/state.tsx'
import { texts } from '#texts/table.ts'
import { useCursor } from './use-cursor.ts'

/** A list without rows: that is all of it only on its first page. On a later one they went meanwhile. */
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

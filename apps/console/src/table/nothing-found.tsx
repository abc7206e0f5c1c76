'use client'

import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { State } from '#states/state.tsx'
import { texts } from '#texts/table.ts'
import { useUrlState } from '#url/use-url-state.ts'

interface NothingFoundProps {
  readonly title: string
  /** URL parameters that filter this list. */
  readonly filters: readonly string[]
}

/** Shown if no item matches the filters. */
export function NothingFound({ title, filters }: NothingFoundProps) {
  const { filter } = useUrlState()
  const cleared = Object.fromEntries(filters.map((name) => [name, null]))
  return (
    <State
      icon={IconFilterOff}
      title={title}
      action={
        <Button variant="default" onClick={() => filter(cleared)}>
          {texts.nothingFound.clear}
        </Button>
      }
    />
  )
}

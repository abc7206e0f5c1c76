'use client'

import { Button } from '@mantine/core'
import { type TierLimit, tiers } from '@sluice/contract'
import { useState } from 'react'
import { texts } from '#texts/operator-limits.ts'
import { ChangeLimit } from './change-limit.tsx'

interface AddIngestionProps {
  readonly organizationId: string
  readonly limits: readonly TierLimit[]
}

/** Gives an organization a separate budget for ingestion, if it has none. */
export function AddIngestion({ organizationId, limits }: AddIngestionProps) {
  const [opened, setOpened] = useState(false)
  const hasOne = limits.some(({ tier }) => tier === 'ingest')
  // An open dialog stays when another operator adds one: it holds what was typed.
  if (hasOne && !opened) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {texts.addIngestion}
      </Button>
      <ChangeLimit
        organizationId={organizationId}
        limit={{ tier: 'ingest', ...tiers.standard, until: null }}
        isNew
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

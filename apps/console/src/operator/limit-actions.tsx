'use client'

import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { TierLimit } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'
import { ChangeLimit } from './change-limit.tsx'

interface LimitActionsProps {
  readonly organizationId: string
  readonly limit: TierLimit
}

/** Gives a tier other figures, or takes an organization's own ones away. */
export function LimitActions({ organizationId, limit }: LimitActionsProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [opened, setOpened] = useState(false)
  const reset = useMutation(
    trpc.operator.resetLimit.mutationOptions({
      onSuccess: () => cache.invalidateQueries(trpc.operator.pathFilter()),
      onError: (error) => notifications.show({ color: 'red', message: failureText(error) }),
    }),
  )
  return (
    <Group gap="xs" mt="sm">
      <Button
        size="xs"
        variant="default"
        aria-label={texts.changeOf(limit.tier)}
        onClick={() => setOpened(true)}
      >
        {texts.changeOpens}
      </Button>
      {limit.source !== 'default' && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={texts.resetOf(limit.tier)}
          loading={reset.isPending}
          onClick={() => reset.mutate({ id: organizationId, tier: limit.tier })}
        >
          {texts.reset}
        </Button>
      )}
      <ChangeLimit
        organizationId={organizationId}
        limit={limit}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Group>
  )
}

'use client'

import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { StorageQuota } from '@sluice/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { texts } from '#texts/operator-limits.ts'
import { ChangeQuota } from './change-quota.tsx'

interface QuotaActionsProps {
  readonly organizationId: string
  readonly quota: StorageQuota
}

/** Gives an organization another quota, or takes its own one away. */
export function QuotaActions({ organizationId, quota }: QuotaActionsProps) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const [opened, setOpened] = useState(false)
  const reset = useMutation(
    trpc.operator.resetQuota.mutationOptions({
      onSuccess: () => cache.invalidateQueries(trpc.operator.pathFilter()),
      onError: (error) => notifications.show({ color: 'red', message: failureText(error) }),
    }),
  )
  return (
    <Group gap="xs" mt="sm">
      <Button
        size="xs"
        variant="default"
        aria-label={texts.storage.changeOf(quota.kind)}
        onClick={() => setOpened(true)}
      >
        {texts.changeOpens}
      </Button>
      {quota.source !== 'default' && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={texts.storage.resetOf(quota.kind)}
          loading={reset.isPending}
          onClick={() => reset.mutate({ id: organizationId, kind: quota.kind })}
        >
          {texts.reset}
        </Button>
      )}
      <ChangeQuota
        organizationId={organizationId}
        quota={quota}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Group>
  )
}

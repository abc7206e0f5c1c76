'use client'

import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPCClient } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { Working } from '#form/working.tsx'
import { texts } from '../../texts/integrations.ts'
import { useRedelivery } from './use-redelivery.ts'

const { again } = texts
type RangeName = keyof typeof again.ranges
const hours: Record<RangeName, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

interface DeliverFailedProps {
  readonly integrationId: string
  readonly onClose: () => void
}

/** Redelivers everything that failed in a range. Shows the count first, then sends up to a thousand per call. */
export default function DeliverFailed({ integrationId, onClose }: DeliverFailedProps) {
  const { mutate: send } = useTRPCClient().integrations.redeliverMany
  // Both ends stay fixed while the dialog is open, so that exactly what was counted is redelivered.
  const [now] = useState(Date.now)
  const [range, setRange] = useState<RangeName>('24h')
  const body = {
    from: new Date(now - hours[range] * 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
  }
  const params = { integrationId }
  const { redeliver, stop, isRunning, ...redelivery } = useRedelivery(integrationId)
  const plan = useQuery({
    queryKey: ['redelivery', integrationId, body.from],
    queryFn: () => send({ params, body: { ...body, validateOnly: true } }),
    gcTime: 0,
    enabled: !isRunning,
  })
  const error = redelivery.error ?? plan.error
  const count = plan.data ? plan.data.deliveries + plan.data.remaining : 0

  async function deliver() {
    const total = await redeliver(body)
    if (total === undefined) return void plan.refetch()
    onClose()
    notifications.show({ message: again.done(total) })
  }

  return (
    // While it runs, it closes after the call in flight, so that the outcome is seen.
    <FormDialog title={again.title} opened onClose={isRunning ? stop : onClose}>
      <Stack gap="md">
        <div>
          <Text size="sm" fw={500} id="again-range" mb={6}>
            {again.range}
          </Text>
          <SegmentedControl
            aria-labelledby="again-range"
            fullWidth
            disabled={isRunning}
            value={range}
            onChange={(value) => setRange(value as RangeName)}
            data={Object.entries(again.ranges).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <Text size="sm" role="status">
          {plan.isPending ? again.looking : count > 0 ? again.plan(count) : again.none}
        </Text>
        {plan.data && plan.data.outOfReach > 0 && (
          <Text size="sm">{again.outOfReach(plan.data.outOfReach)}</Text>
        )}
        <div role="alert">
          {error ? (
            <Alert color="red">
              {redelivery.sent > 0 && `${again.done(redelivery.sent)} `}
              {failureText(error)}
            </Alert>
          ) : null}
        </div>
        {isRunning ? (
          <Working
            words={again.sending}
            done={redelivery.sent}
            total={count}
            isStopping={redelivery.isStopping}
            onStop={stop}
          />
        ) : (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {again.cancel}
            </Button>
            <Button disabled={count === 0} onClick={() => deliver()}>
              {again.act}
            </Button>
          </Group>
        )}
      </Stack>
    </FormDialog>
  )
}

'use client'

import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#data/failure.ts'
import { useTRPC, useTRPCClient } from '#data/trpc.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { texts } from '../../texts/integrations.ts'

const { again } = texts
type RangeName = keyof typeof again.ranges
const hours: Record<RangeName, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

interface DeliverFailedProps {
  readonly integrationId: string
  readonly onClose: () => void
}

/** Redelivers everything that failed in a range. Shows the count first, then sends up to a thousand per call. */
export default function DeliverFailed({ integrationId, onClose }: DeliverFailedProps) {
  const trpc = useTRPC()
  const { mutate: send } = useTRPCClient().integrations.redeliverMany
  const cache = useQueryClient()
  // Both ends stay fixed while the dialog is open, so that exactly what was counted is redelivered.
  const [now] = useState(Date.now)
  const [range, setRange] = useState<RangeName>('24h')
  const body = {
    from: new Date(now - hours[range] * 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
  }
  const params = { integrationId }
  const plan = useQuery({
    queryKey: ['redelivery', integrationId, body.from],
    queryFn: () => send({ params, body: { ...body, validateOnly: true } }),
    gcTime: 0,
  })
  const deliver = useMutation({
    async mutationFn() {
      let total = 0
      for (let goesOn = true; goesOn; ) {
        const { deliveries, remaining } = await send({ params, body })
        total += deliveries
        goesOn = deliveries > 0 && remaining > 0
      }
      return total
    },
    async onSuccess(total) {
      onClose()
      notifications.show({ message: again.done(total) })
    },
    onSettled: () => cache.invalidateQueries(trpc.integrations.pathFilter()),
  })
  const error = deliver.error ?? plan.error
  const count = plan.data ? plan.data.deliveries + plan.data.remaining : 0
  return (
    <FormDialog title={again.title} opened onClose={onClose}>
      <Stack gap="md">
        <div>
          <Text size="sm" fw={500} id="again-range" mb={6}>
            {again.range}
          </Text>
          <SegmentedControl
            aria-labelledby="again-range"
            fullWidth
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
        <div role="alert">{error && <Alert color="red">{failureText(error)}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {again.cancel}
          </Button>
          <Button
            disabled={count === 0}
            loading={deliver.isPending}
            onClick={() => deliver.mutate()}
          >
            {again.act}
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  )
}

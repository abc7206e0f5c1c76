'use client'

import { Alert, Button, Skeleton } from '@mantine/core'
import type { DeliveryDetail } from '@sluice/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#data/failure.ts'
import { useTRPC } from '#data/trpc.ts'
import { Drawer } from '#form/overlays.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { Facts } from '#states/facts.tsx'
import { Loaded } from '#states/loaded.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts } from '#texts/integrations-log.ts'
import { ResourcePath } from '../../audit/resource-path.tsx'
import { deliveryStanding } from '../standing.ts'
import { Attempts } from './attempts.tsx'
import classes from './delivery-drawer.module.css'

interface DeliveryDrawerProps {
  readonly integrationId: string
  /** The delivery to show; undefined closes the drawer. */
  readonly deliveryId: string | undefined
  readonly isEnabled: boolean
  readonly onClose: () => void
}

/** A delivery: its payload, and every request and response. */
export function DeliveryDrawer(props: DeliveryDrawerProps) {
  const { integrationId, deliveryId = '', isEnabled, onClose } = props
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.integrations.delivery.queryOptions({
      params: { integrationId, deliveryId },
      query: {},
    }),
    enabled: deliveryId !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' ? 2_000 : false),
  })
  return (
    <Drawer
      opened={deliveryId !== ''}
      onClose={onClose}
      position="right"
      size={560}
      title={query.data?.eventType ?? texts.one.title}
    >
      <Loaded query={query} title={texts.one.failed} waiting={<Skeleton height={320} />}>
        {(delivery) => <Shown delivery={delivery} isEnabled={isEnabled} />}
      </Loaded>
    </Drawer>
  )
}

function Shown({ delivery, isEnabled }: { delivery: DeliveryDetail; isEnabled: boolean }) {
  const mayChange = useMayChange()
  return (
    <>
      <Facts
        rows={[
          [texts.status, <StatusMark key="status" status={deliveryStanding(delivery)} />],
          [texts.one.resource, <EventResource key="resource" delivery={delivery} />],
          ['webhook-id', <code key="id">{delivery.eventId}</code>],
          [texts.one.happened, <ExactTime key="occurredAt" iso={delivery.occurredAt} />],
          ...(delivery.dueAt
            ? [[texts.one.nextTry, <ExactTime key="dueAt" iso={delivery.dueAt} />] as const]
            : []),
        ]}
      />
      {mayChange && isEnabled && <Redeliver delivery={delivery} />}
      <h3 className={classes.title}>{texts.tries}</h3>
      <Attempts attempts={delivery.attempts} />
      <h3 className={classes.title}>{texts.one.payload}</h3>
      {delivery.withheld ? (
        <p>{texts.one.noPayload}</p>
      ) : (
        <pre className={classes.code}>{JSON.stringify(delivery.payload, null, 2)}</pre>
      )}
    </>
  )
}

function EventResource({ delivery: { resource, eventType } }: { delivery: DeliveryDetail }) {
  if (resource === null) return <code>{texts.withheld}</code>
  return <ResourcePath path={resource} isGone={eventType.endsWith('.deleted')} />
}

function Redeliver({ delivery: { id: deliveryId, integrationId } }: { delivery: DeliveryDetail }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const redeliver = useMutation(
    trpc.integrations.redeliver.mutationOptions({
      onSuccess: () => cache.invalidateQueries(trpc.integrations.pathFilter()),
    }),
  )
  return (
    <div className={classes.action}>
      <Button
        variant="default"
        loading={redeliver.isPending}
        onClick={() => redeliver.mutate({ params: { integrationId, deliveryId } })}
      >
        {texts.one.again}
      </Button>
      {redeliver.error && <Alert color="red">{failureText(redeliver.error)}</Alert>}
    </div>
  )
}

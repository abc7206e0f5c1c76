'use client'

import { Button } from '@mantine/core'
import { type Delivery, deliveryStatuses, type Integration } from '@sluice/contract'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { RangeFilter } from '#range/range-filter.tsx'
import { rangeInApi } from '#range/time-text.ts'
import { State } from '#states/state.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import type { Column } from '#table/column.ts'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { RowButton } from '#table/row-target.tsx'
import { texts as integrationTexts } from '#texts/integrations.ts'
import { texts } from '#texts/integrations-log.ts'
import { oneOf, text } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { deliveryStanding } from '../standing.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import classes from './delivery-log.module.css'

const DeliverFailed = dynamic(() => import('./deliver-failed.tsx'), { ssr: false })

/** The first page is refreshed; later pages stay as they are. */
const FOLLOW_MS = 2_000

const filters = ['status', 'from', 'to']

const statuses = [
  { value: 'Pending', label: texts.statuses.pending },
  { value: 'Succeeded', label: texts.statuses.succeeded },
  { value: 'Failed', label: texts.statuses.failed },
]

/** A live log of an integration's deliveries. A drawer shows the requests and responses of one. */
export function DeliveryLog({ record: { id: integrationId, enabled } }: { record: Integration }) {
  const trpc = useTRPC()
  const { params, filter } = useUrlState()
  const status = oneOf(params, 'status', deliveryStatuses)
  const cursor = text(params, 'cursor')
  const query = useQuery({
    ...trpc.integrations.deliveries.queryOptions({
      params: { integrationId },
      query: { status, cursor, ...rangeInApi(params) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: cursor === undefined ? FOLLOW_MS : false,
  })
  const mayChange = useMayChange()
  const [again, setAgain] = useState(false)
  const show = (delivery: string | null) => filter({ delivery, cursor: cursor ?? null })
  return (
    <>
      <div className={classes.filters}>
        <div className={classes.status}>
          <FilterSelect name="status" label={texts.anyStatus} options={statuses} />
        </div>
        <div className={classes.range}>
          <RangeFilter />
        </div>
        {mayChange && enabled && (
          <Button variant="default" className={classes.again ?? ''} onClick={() => setAgain(true)}>
            {integrationTexts.again.opens}
          </Button>
        )}
      </div>
      {again && <DeliverFailed integrationId={integrationId} onClose={() => setAgain(false)} />}
      <List
        caption={texts.title}
        query={query}
        columns={columns((one) => show(one.id))}
        rowKey={({ id }) => id}
        empty={
          filters.some((name) => params.has(name)) ? (
            <NothingFound title={texts.nothingFound} filters={filters} />
          ) : (
            <State icon={IconSend} title={texts.none.title}>
              {enabled ? texts.none.text : texts.none.disabled}
            </State>
          )
        }
      />
      <DeliveryDrawer
        integrationId={integrationId}
        deliveryId={text(params, 'delivery')}
        isEnabled={enabled}
        onClose={() => show(null)}
      />
    </>
  )
}

function columns(open: (delivery: Delivery) => void): Column<Delivery>[] {
  return [
    {
      header: texts.event,
      phone: true,
      cell: (one) => (
        <RowButton onClick={() => open(one)} below={<code>{one.resource ?? texts.withheld}</code>}>
          {one.eventType}
        </RowButton>
      ),
    },
    {
      header: texts.status,
      width: '132px',
      phone: true,
      cell: (one) => <StatusMark status={deliveryStanding(one)} />,
    },
    { header: texts.answer, width: '88px', cell: ({ lastStatus }) => lastStatus ?? '–' },
    { header: texts.tries, width: '64px', align: 'end', cell: ({ tries }) => tries },
    { header: texts.when, width: '104px', cell: ({ occurredAt }) => <Time iso={occurredAt} /> },
  ]
}

'use client'

import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useCreating } from '#form/use-creating.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { State } from '#states/state.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { integrationColumns } from './columns.tsx'
import { CreateIntegration } from './form/create-integration.tsx'
import { integrationsQuery } from './query.ts'

export function IntegrationsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const [creating, { open, close }] = useCreating()
  const query = useQuery({
    ...trpc.integrations.list.queryOptions(integrationsQuery(params)),
    placeholderData: keepPreviousData,
  })
  const create = useMayChange() && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      Create integration
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Integrations"
        lead="Webhooks that notify other systems of events, signed and in order."
        actions={create}
      />
      <Toolbar>
        <SearchField label="Search by name or id" />
      </Toolbar>
      <List
        caption="Integrations"
        query={query}
        columns={integrationColumns}
        rowKey={({ id }) => id}
        isMuted={({ enabled }) => !enabled}
        empty={
          params.has('text') ? (
            <NothingFound what="integrations" filters={['text']} />
          ) : (
            <State icon={IconWebhook} title="No integrations yet" action={create}>
              An integration sends events to a URL, for example when a thing goes stale or a metric
              crosses a threshold.
            </State>
          )
        }
      />
      <CreateIntegration opened={creating} onClose={close} />
    </>
  )
}

'use client'

import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useCreating } from '#form/use-creating.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { texts } from '../texts/integrations.ts'
import { integrationColumns } from './columns.tsx'
import { CreateIntegration } from './form/create-integration.tsx'
import { integrationsQuery } from './query.ts'
import { useTries } from './use-tries.ts'

const health = [
  { value: 'true', label: texts.failing },
  { value: 'false', label: texts.notFailing },
]

export function IntegrationsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const [creating, { open, close }] = useCreating()
  const query = useQuery({
    ...trpc.integrations.list.queryOptions(integrationsQuery(params)),
    placeholderData: keepPreviousData,
  })
  const tries = useTries((query.data?.items ?? []).map(({ id }) => id))
  const create = useMayChange() && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} actions={create} />
      <Toolbar>
        <SearchField label={texts.search} />
        <FilterSelect name="failing" label={texts.anyHealth} options={health} />
      </Toolbar>
      <List
        caption={texts.title}
        query={query}
        columns={integrationColumns(tries)}
        rowKey={({ id }) => id}
        isMuted={({ enabled }) => !enabled}
        empty={
          params.has('text') || params.has('failing') ? (
            <NothingFound title={texts.nothingFound} filters={['text', 'failing']} />
          ) : (
            <State icon={IconWebhook} title={texts.empty.title} action={create}>
              {texts.empty.text}
            </State>
          )
        }
      />
      <CreateIntegration opened={creating} onClose={close} />
    </>
  )
}

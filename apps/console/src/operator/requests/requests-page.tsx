'use client'

import { IconInbox } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Asked } from '#limits/requests/request-table.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { List } from '#table/list.tsx'
import { RowLink } from '#table/row-target.tsx'
import { texts } from '#texts/operator-requests.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { requestsQuery } from './query.ts'

const EVERY_MS = 10_000

type Waiting = RouterOutput['operator']['requests']['items'][number]

const columns: readonly Column<Waiting>[] = [
  {
    header: texts.organization,
    width: '24%',
    phone: true,
    cell: ({ id, organizationId, organizationName }) => (
      <RowLink href={`/requests/${id}`} below={<code>{organizationId}</code>}>
        {organizationName}
      </RowLink>
    ),
  },
  { header: texts.requests.asked, phone: true, cell: (request) => <Asked request={request} /> },
  {
    header: texts.requests.askedAt,
    width: '132px',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
  },
]

/** Open requests of all organizations, oldest first. */
export function RequestsPage() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.operator.requests.queryOptions(requestsQuery(params)),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={texts.requests.title} lead={texts.requests.lead} />
      <List
        caption={texts.requests.asked}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <State icon={IconInbox} title={texts.requests.empty}>
            {texts.requests.emptyText}
          </State>
        }
      />
    </>
  )
}

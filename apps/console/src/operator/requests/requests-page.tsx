'use client'

import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Asked } from '#limits/requests/request-table.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink } from '#table/row-target.tsx'
import { TableSkeleton } from '#table/table-skeleton.tsx'
import { texts } from '#texts/operator-requests.ts'

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
  const query = useQuery({
    ...trpc.operator.requests.queryOptions(),
    refetchInterval: EVERY_MS,
  })
  return (
    <>
      <PageHeader title={texts.requests.title} lead={texts.requests.lead} />
      <Loaded
        query={query}
        title={texts.requests.failed}
        waiting={<TableSkeleton caption={texts.requests.asked} columns={columns} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <State icon={IconInbox} title={texts.requests.empty}>
              {texts.requests.emptyText}
            </State>
          ) : (
            <DataTable
              caption={texts.requests.asked}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </>
  )
}

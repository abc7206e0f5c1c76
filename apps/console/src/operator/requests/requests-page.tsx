'use client'

import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Asked } from '#limits/requests/request-table.tsx'
import type { RouterOutput } from '#server/trpc/router.ts'
import { Failed } from '#states/failed.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { RowLink } from '#table/row-target.tsx'
import { TableSkeleton } from '#table/table-skeleton.tsx'

const EVERY_MS = 10_000

type Waiting = RouterOutput['operator']['requests']['items'][number]

const columns: readonly Column<Waiting>[] = [
  {
    header: 'Organization',
    width: '24%',
    phone: true,
    cell: ({ id, organizationId, organizationName }) => (
      <RowLink href={`/requests/${id}`} below={<code>{organizationId}</code>}>
        {organizationName}
      </RowLink>
    ),
  },
  { header: 'Requests', phone: true, cell: (request) => <Asked request={request} /> },
  { header: 'Requested at', width: '132px', cell: ({ createdAt }) => <Time iso={createdAt} /> },
]

/** What organizations have requested and nobody has answered, the longest waiting first. */
export function RequestsPage() {
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery({
    ...trpc.operator.requests.queryOptions(),
    refetchInterval: EVERY_MS,
  })
  return (
    <>
      <PageHeader
        title="Requests for higher limits"
        lead="Open requests of organizations, oldest first."
      />
      {error && !data && <Failed what="The requests" error={error} retry={refetch} />}
      {!data && !error && <TableSkeleton caption="Requests" columns={columns} />}
      {data?.items.length === 0 && (
        <State icon={IconInbox} title="No open requests">
          New requests appear here automatically.
        </State>
      )}
      {data && data.items.length > 0 && (
        <DataTable caption="Requests" columns={columns} rows={data.items} rowKey={({ id }) => id} />
      )}
    </>
  )
}

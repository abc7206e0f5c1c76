'use client'

import type { Call } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '#data/trpc.ts'
import { List } from '#table/list.tsx'
import { texts } from '#texts/audit.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { auditColumns } from './columns.tsx'
import { EntryDrawer } from './entry-drawer.tsx'

/** One page of the audit log. The URL parameter `entry` names the entry in the drawer. */
export function AuditList({ asked, empty }: { asked: Call<'audit.list'>; empty: ReactNode }) {
  const trpc = useTRPC()
  const { params, filter } = useUrlState()
  const query = useQuery({
    ...trpc.audit.list.queryOptions(asked),
    placeholderData: keepPreviousData,
  })
  const show = (entry: string | null) => filter({ entry, cursor: params.get('cursor') })
  return (
    <>
      <List
        caption={texts.changes}
        query={query}
        columns={auditColumns(({ id }) => show(id))}
        rowKey={({ id }) => id}
        empty={empty}
      />
      <EntryDrawer
        entry={query.data?.items.find(({ id }) => id === params.get('entry'))}
        onClose={() => show(null)}
      />
    </>
  )
}

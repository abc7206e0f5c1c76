'use client'

import { useState } from 'react'
import { Section } from '#frame/section.tsx'
import { Failed } from '#states/failed.tsx'
import { DataTable } from '#table/data-table.tsx'
import { TableSkeleton } from '#table/table-skeleton.tsx'
import { memberColumns } from './member-columns.tsx'
import { RemoveMember } from './remove-member.tsx'
import type { Member } from './role-words.ts'

interface MemberSectionProps {
  readonly query: {
    readonly data: { readonly items: readonly Member[] } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
}

export function MemberSection({ query: { data, error, refetch } }: MemberSectionProps) {
  // Kept while its dialog fades out.
  const [removing, setRemoving] = useState<Member>()
  const [opened, setOpened] = useState(false)
  const columns = memberColumns({
    mayChange: data?.items.some(({ mayBecome, mayRemove }) => mayRemove || mayBecome.length > 0),
    onRemove(member) {
      setRemoving(member)
      setOpened(true)
    },
  })
  return (
    <Section title="People">
      {error !== null && !data && <Failed what="The members" error={error} retry={refetch} />}
      {!data && error === null && <TableSkeleton caption="Members" columns={columns} />}
      {data && (
        <DataTable
          caption="Members"
          columns={columns}
          rows={data.items}
          rowKey={({ userId }) => userId}
        />
      )}
      {removing && (
        <RemoveMember member={removing} opened={opened} onClose={() => setOpened(false)} />
      )}
    </Section>
  )
}

'use client'

import { IconShield } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { SectionLead } from '#frame/section-lead.tsx'
import { actWords } from '#security-log/act-words.ts'
import type { RouterOutput } from '#server/trpc/router.ts'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { List } from '#table/list.tsx'
import { texts } from '#texts/members.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { Email } from '../email.tsx'
import { securityQuery } from '../query.ts'
import classes from './security-list.module.css'

type Act = RouterOutput['members']['security']['items'][number]

const columns: readonly Column<Act>[] = [
  {
    header: texts.security.member,
    phone: true,
    cell: ({ name, email }) => (
      <>
        <div>{name}</div>
        <Email email={email} />
      </>
    ),
  },
  {
    header: texts.security.what,
    width: '34%',
    phone: true,
    cell: (act) => <span className={classes.what}>{actWords(act)}</span>,
  },
  { header: texts.security.address, width: '150px', cell: ({ address }) => address ?? '–' },
  { header: texts.security.when, width: '112px', phone: true, cell: ({ at }) => <Time iso={at} /> },
]

/** Sign-ins of members and changes to how they sign in, for owners and admins. */
export function SecurityList() {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const query = useQuery({
    ...trpc.members.security.queryOptions(securityQuery(params)),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SectionLead>{texts.security.lead}</SectionLead>
      <List
        caption={texts.security.caption}
        query={query}
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={<State icon={IconShield} title={texts.security.empty} />}
      />
    </>
  )
}

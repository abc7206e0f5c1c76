'use client'

import { callOutcomes, type KeyCall } from '@sluice/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { Time } from '#format/time.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { RowWords } from '#table/row-target.tsx'
import { oneOf, text } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './key-calls.module.css'
import { OutcomeMark } from './outcome-mark.tsx'

const outcomes = [
  { value: 'ok', label: 'Succeeded' },
  { value: 'refused', label: 'Refused' },
  { value: 'failed', label: 'Failed' },
]

/** The calls that came with a key, newest first, each with its outcome and why. */
export function KeyCalls({ keyId }: { keyId: string }) {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const outcome = oneOf(params, 'outcome', callOutcomes)
  const cursor = text(params, 'cursor')
  const query = useQuery({
    ...trpc.keys.calls.queryOptions({ params: { keyId }, query: { outcome, cursor } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className={classes.filters}>
        <FilterSelect name="outcome" label="Any outcome" options={outcomes} />
      </div>
      <List
        caption="Recent calls"
        query={{ ...query, data: query.data && numbered(query.data) }}
        columns={columns}
        rowKey={({ row }) => String(row)}
        empty={
          outcome ? (
            <NothingFound what="calls" filters={['outcome']} />
          ) : (
            <State icon={IconArrowsExchange} title="No calls yet">
              Calls appear here within a second and are kept for 90 days.
            </State>
          )
        }
      />
    </>
  )
}

type Row = KeyCall & { readonly row: number }

/** Two calls can be alike in everything: their place tells them apart. */
function numbered(page: { items: KeyCall[]; nextCursor: string | null }) {
  return { ...page, items: page.items.map((call, row): Row => ({ ...call, row })) }
}

const milliseconds = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const columns: Column<Row>[] = [
  {
    header: 'Operation',
    phone: true,
    cell: ({ operation, reason, calls, at }) => (
      <RowWords
        below={reason && <span className={classes.reason}>{reason}</span>}
        belowOnPhone={<Time iso={at} />}
      >
        {operation}
        {calls > 1 && <span className={classes.times}> {calls} times</span>}
      </RowWords>
    ),
  },
  {
    header: 'Outcome',
    width: '124px',
    phone: true,
    cell: ({ outcome, status, durationSeconds }) => (
      <span className={classes.outcome}>
        <OutcomeMark outcome={outcome} status={status} />
        <span className={classes.took}>{milliseconds.format(durationSeconds * 1000)} ms</span>
      </span>
    ),
  },
  { header: 'Address', width: '140px', cell: ({ address }) => <code>{address}</code> },
  { header: 'When', width: '104px', cell: ({ at }) => <Time iso={at} /> },
]

'use client'

import { Button, Skeleton } from '@mantine/core'
import { actorTypes } from '@sluice/contract'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useAddress } from '#address/base-path.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { AuditList } from './audit-list.tsx'
import classes from './audit-page.module.css'
import { DateFilter } from './date-filter.tsx'
import { auditFilters, auditQuery } from './query.ts'

const actors = { user: 'Users', key: 'Keys', operator: 'Operators', system: 'The service' } as const
const actorOptions = actorTypes.map((value) => ({ value, label: actors[value] }))

/** Loaded apart: it holds the whole contract. */
const OperationFilter = dynamic(() => import('./operation-filter.tsx'), {
  ssr: false,
  loading: () => <Skeleton height={36} />,
})

/** Every change in the organization: who, what, when, from where, before and after. */
export function AuditPage() {
  const { params } = useUrlState()
  const address = useAddress()
  const isFiltered = auditFilters.some((name) => params.has(name))
  return (
    <>
      <PageHeader
        title="Audit log"
        lead="Every change in the organization. Entries form a hash chain, so tampering is detected."
        actions={
          <Button
            component="a"
            href={address(`/audit-log/csv?${exportQuery(params)}`)}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
          >
            Export CSV
          </Button>
        }
      />
      <div className={classes.filters}>
        <Toolbar>
          <SearchField label="Search actor, operation or address" />
          <OperationFilter />
          <FilterSelect name="actor" label="Anybody" options={actorOptions} />
          <DateFilter name="from" label="From (UTC)" />
          <DateFilter name="to" label="To, included (UTC)" />
        </Toolbar>
      </div>
      <AuditList
        asked={auditQuery(params)}
        empty={
          isFiltered ? (
            <NothingFound what="changes" filters={auditFilters} />
          ) : (
            <State icon={IconHistory} title="No changes yet">
              Changes through the console and the API appear here.
            </State>
          )
        }
      />
    </>
  )
}

/** The export has what the filters find, from the first page on. */
function exportQuery(params: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of auditFilters) {
    const value = params.get(name)
    if (value) query.set(name, value)
  }
  return query.toString()
}

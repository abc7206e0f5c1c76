'use client'

import { Button } from '@mantine/core'
import { actorTypes } from '@sluice/contract'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useAddress } from '#address/base-path.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { RangeFilter } from '#range/range-filter.tsx'
import { State } from '#states/state.tsx'
import { Chip } from '#table/chip.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { texts } from '#texts/audit.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { AuditList } from './audit-list.tsx'
import classes from './audit-page.module.css'
import { OperationFilter } from './operation-filter.tsx'
import { auditFilters, auditPageQuery } from './query.ts'

const actorOptions = actorTypes.map((value) => ({ value, label: texts.actors[value] }))

/** The audit log: every change in the organization. */
export function AuditPage() {
  const { params } = useUrlState()
  const address = useAddress()
  const isFiltered = auditFilters.some((name) => params.has(name))
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <Button
            component="a"
            href={address(`/audit-log/csv?${exportQuery(params)}`)}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
          >
            {texts.export}
          </Button>
        }
      />
      <div className={classes.filters}>
        <Toolbar>
          <SearchField label={texts.search} />
          <OperationFilter />
          <FilterSelect name="actor" label={texts.anybody} options={actorOptions} />
          <RangeFilter />
          <LinkedChip name="resource">{texts.ofResource}</LinkedChip>
          <LinkedChip name="request">{texts.ofRequest}</LinkedChip>
        </Toolbar>
      </div>
      <AuditList
        asked={auditPageQuery(params)}
        empty={
          isFiltered ? (
            <NothingFound title={texts.nothingFound} filters={auditFilters} />
          ) : (
            <State icon={IconHistory} title={texts.none.title}>
              {texts.none.text}
            </State>
          )
        }
      />
    </>
  )
}

/** Shows that the log is filtered by one request or resource. Only links set this filter, so the chip can only remove it. */
function LinkedChip({ name, children }: { name: 'request' | 'resource'; children: string }) {
  const { params, filter } = useUrlState()
  if (!params.has(name)) return null
  return (
    <Chip isOn onClick={() => filter({ [name]: null })}>
      {children}
    </Chip>
  )
}

/** The export uses the same filters but always starts at the first page. */
function exportQuery(params: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of auditFilters) {
    const value = params.get(name)
    if (value) query.set(name, value)
  }
  return query.toString()
}

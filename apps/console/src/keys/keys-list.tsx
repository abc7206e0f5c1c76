'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keyHealths, keyStatuses, keyTypes } from '@sluice/contract'
import { IconKey } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useMayChange } from '#frame/console-context.tsx'
import { State } from '#states/state.tsx'
import { FilterSelect } from '#table/filter-select.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { SearchField } from '#table/search-field.tsx'
import { SelectionBar } from '#table/selection-bar.tsx'
import { Toolbar } from '#table/toolbar.tsx'
import { useSelection } from '#table/use-selection.ts'
import { texts } from '#texts/keys.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { keyColumns } from './columns.tsx'
import { healthLabels } from './health/health.ts'
import classes from './keys-list.module.css'
import { keySortOptions } from './list/sort.ts'
import { useKeys } from './list/use-keys.ts'
import { keyFilters } from './query.ts'
import { UseNotice } from './usage/use-notice.tsx'

const RevokeKeys = dynamic(() => import('./list/revoke-keys.tsx').then((all) => all.RevokeKeys), {
  ssr: false,
})

const statuses = keyStatuses.map((value) => ({ value, label: value }))
const types = keyTypes.map((value) => ({ value, label: value }))
const healths = keyHealths.map((value) => ({ value, label: healthLabels[value] }))

export function KeysList({ create }: { create: ReactNode }) {
  const { params } = useUrlState()
  const mayChange = useMayChange()
  const { query, use, health } = useKeys()
  const [revoking, { open, close }] = useDisclosure(false)
  const active = query.data?.items.filter(({ status }) => status === 'Active') ?? []
  const selection = useSelection(active.map(({ id }) => id))
  const chosen = active.filter(({ id }) => selection.has(id))

  return (
    <>
      <div className={classes.filters}>
        <Toolbar>
          <SearchField label={texts.search} />
          <FilterSelect name="status" label={texts.anyStatus} options={statuses} />
          <FilterSelect name="type" label={texts.anyType} options={types} />
          <FilterSelect name="health" label={texts.anyHealth} options={healths} />
          <FilterSelect name="sort" label={texts.newest} options={keySortOptions} />
        </Toolbar>
      </div>
      <UseNotice use={use} isTold={query.error !== null} />
      <List
        caption={texts.title}
        query={query}
        columns={keyColumns({
          health,
          use: use.byKey,
          selection: mayChange ? selection : undefined,
        })}
        rowKey={(key) => key.id}
        isMuted={(key) => key.status !== 'Active'}
        empty={
          keyFilters.some((name) => params.has(name)) ? (
            <NothingFound title={texts.nothingFound} filters={keyFilters} />
          ) : (
            <State icon={IconKey} title={texts.none.title} action={create}>
              {texts.none.text}
            </State>
          )
        }
      />
      <SelectionBar
        label={texts.selection.label}
        words={chosen.length > 0 ? texts.selection.count(chosen.length) : null}
        onClear={selection.none}
        more={
          !selection.isAll && (
            <Button size="xs" variant="subtle" onClick={selection.all}>
              {texts.selection.all}
            </Button>
          )
        }
      >
        <Button size="xs" color="red" onClick={open}>
          {texts.selection.revoke}
        </Button>
      </SelectionBar>
      <RevokeKeys
        records={chosen}
        use={use.byKey}
        opened={revoking}
        onClose={close}
        onDone={() => {
          close()
          selection.none()
        }}
      />
    </>
  )
}

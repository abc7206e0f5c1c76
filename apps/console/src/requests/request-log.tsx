'use client'

import { IconArrowsExchange } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useZone } from '#preferences/preferences-provider.tsx'
import { Loaded } from '#states/loaded.tsx'
import { State } from '#states/state.tsx'
import { List } from '#table/list.tsx'
import { NothingFound } from '#table/nothing-found.tsx'
import { texts } from '#texts/requests.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { type CallRow, numbered } from './call-row.ts'
import { callColumns } from './columns.tsx'
import { Histogram } from './histogram.tsx'
import { LogControls } from './log-controls.tsx'
import { logFilters } from './question.ts'
import { useRequestLog } from './use-request-log.ts'

const CallDrawer = dynamic(() => import('./call-drawer.tsx'), { ssr: false })

/** A histogram and a list of calls, of one key or of all. The filters are in the URL. */
export function RequestLog({ keyId }: { keyId?: string }) {
  const { params, go } = useUrlState()
  const zone = useZone()
  const { question, list, counts } = useRequestLog(keyId)
  const [shown, show] = useState<CallRow>()
  const filters = keyId === undefined ? logFilters : logFilters.filter((name) => name !== 'key')
  const isFiltered = filters.some((name) => params.has(name))
  const histogram = (shownCounts: typeof counts.data) => (
    <Histogram
      counts={shownCounts}
      zone={zone}
      isBusy={counts.isPlaceholderData}
      onZoom={(span) => go({ ...span, live: null, cursor: null })}
    />
  )
  return (
    <>
      <LogControls
        question={question}
        counts={counts.data}
        zone={zone}
        isOfOneKey={keyId !== undefined}
      />
      <Loaded query={counts} title={texts.countsFailed} waiting={histogram(undefined)}>
        {histogram}
      </Loaded>
      <List
        caption={texts.calls}
        query={{ ...list, data: list.data && numbered(list.data) }}
        columns={callColumns({ zone, open: show, isOfOneKey: keyId !== undefined })}
        rowKey={({ row }) => row}
        empty={
          isFiltered ? (
            <NothingFound title={texts.nothingFound} filters={filters} />
          ) : (
            <State icon={IconArrowsExchange} title={texts.none.title}>
              {texts.none.text}
            </State>
          )
        }
      />
      {shown && (
        <CallDrawer
          call={shown}
          zone={zone}
          isOfOneKey={keyId !== undefined}
          onClose={() => show(undefined)}
        />
      )}
    </>
  )
}

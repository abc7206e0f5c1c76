'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Loaded } from '#states/loaded.tsx'
import { texts } from '#texts/explore-views.ts'
import { SaveView } from './save-view.tsx'
import { ViewList } from './view-list.tsx'

/** The contents of the saved views dialog. */
export function Views({ query, onClose }: { query: string; onClose: () => void }) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const saved = useQuery(trpc.savedViews.list.queryOptions())
  return (
    <Loaded query={saved} title={texts.failed}>
      {(views) => (
        <>
          {mayChange && query !== '' && <SaveView query={query} views={views} />}
          <ViewList views={views} mayChange={mayChange} onOpen={onClose} />
        </>
      )}
    </Loaded>
  )
}

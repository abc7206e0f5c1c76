'use client'

import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Failed } from '#states/failed.tsx'
import { SaveView } from './save-view.tsx'
import { ViewList } from './view-list.tsx'

/** The views that the members of the organization share: one can be opened, and what is shown saved as another. */
export function SavedViews({ query }: { query: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} stroke={1.6} />}
        onClick={open}
      >
        Saved views
      </Button>
      <Modal opened={opened} onClose={close} title="Saved views" size={560}>
        <Views query={query} onClose={close} />
      </Modal>
    </>
  )
}

function Views({ query, onClose }: { query: string; onClose: () => void }) {
  const trpc = useTRPC()
  const mayChange = useMayChange()
  const { data: views, error, refetch } = useQuery(trpc.savedViews.list.queryOptions())
  if (error) return <Failed what="Saved views" error={error} retry={refetch} />
  if (!views) return null
  return (
    <>
      {mayChange && query !== '' && <SaveView query={query} views={views} />}
      <ViewList views={views} mayChange={mayChange} onOpen={onClose} />
    </>
  )
}

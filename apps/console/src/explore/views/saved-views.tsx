'use client'

import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { Modal } from '#form/overlays.tsx'
import { texts } from '#texts/explore-views.ts'

const Views = dynamic(() => import('./views.tsx').then((all) => all.Views), {
  ssr: false,
  loading: () => <Skeleton height={120} />,
})

/** Opens the organization's saved views, and saves the current query as one. */
export function SavedViews({ query }: { query: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} stroke={1.6} />}
        onClick={open}
      >
        {texts.title}
      </Button>
      <Modal opened={opened} onClose={close} title={texts.title} size={560}>
        <Views query={query} onClose={close} />
      </Modal>
    </>
  )
}

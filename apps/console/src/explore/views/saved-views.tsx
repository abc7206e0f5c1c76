'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { Modal } from '#form/overlays.tsx'

const Views = dynamic(() => import('./views.tsx').then((all) => all.Views), { ssr: false })

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

'use client'

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useCreating } from '#form/use-creating.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { texts } from '#texts/keys.tsx'
import { CreateKey } from './create/create-key.tsx'
import { KeysList } from './keys-list.tsx'

export function KeysPage() {
  const [creating, { open, close }] = useCreating()
  const create = useMayChange() && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} actions={create} />
      <KeysList create={create} />
      <CreateKey opened={creating} onClose={close} />
    </>
  )
}

'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Mapping } from '@sluice/contract'
import { DeleteDialog } from '#form/delete-dialog.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { texts as kinds } from '#texts/kinds.ts'
import { texts } from '#texts/mappings.ts'
import { useMappingChanges } from './use-changes.ts'

/** The button that deletes a mapping; hidden from viewers. */
export function MappingActions({ mapping }: { mapping: Mapping }) {
  const { remove } = useMappingChanges()
  const mayChange = useMayChange()
  const [deleting, ask] = useDisclosure(false)
  if (!mayChange) return null
  return (
    <>
      <Button color="red" variant="outline" onClick={ask.open}>
        {texts.deleteOpens}
      </Button>
      <DeleteDialog
        action={kinds.mapping.delete}
        name={mapping.name}
        remove={() => remove(mapping)}
        leadsTo="/mappings"
        opened={deleting}
        onClose={ask.close}
      >
        {texts.deleteText} {mapping.isDefault && texts.deleteDefaultText}
      </DeleteDialog>
    </>
  )
}

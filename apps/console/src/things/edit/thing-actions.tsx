'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Thing } from '@sluice/contract'
import { DeleteDialog } from '#form/delete-dialog.tsx'
import { EditDialog } from '#form/resource-dialog.tsx'
import { useMayChange } from '#frame/console-context.tsx'
import { thingKind } from './kind.ts'
import { ThingFields } from './thing-fields.tsx'
import { useThingChanges } from './use-changes.ts'

/** What can be done with a thing. */
export function ThingActions({ thing }: { thing: Thing }) {
  const mayChange = useMayChange()
  const changes = useThingChanges()
  const [editing, edit] = useDisclosure(false)
  const [deleting, ask] = useDisclosure(false)
  if (!mayChange) return null
  return (
    <>
      <Button variant="default" onClick={edit.open}>
        Edit
      </Button>
      <Button color="red" variant="outline" onClick={ask.open}>
        Delete…
      </Button>
      <EditDialog
        kind={thingKind}
        changes={changes}
        row={thing}
        opened={editing}
        onClose={edit.close}
      >
        {(form) => <ThingFields form={form} />}
      </EditDialog>
      <DeleteDialog
        noun="thing"
        name={thing.name}
        remove={() => changes.remove(thing)}
        opened={deleting}
        onClose={ask.close}
        leadsTo="/things"
      >
        Everything it has sent can no longer be read, and what it sends from now on is refused. A
        thing made anew under <code>{thing.id}</code> starts empty. Set it to Retired instead to
        keep its data.
      </DeleteDialog>
    </>
  )
}

'use client'

import { CreateDialog } from '#form/resource-dialog.tsx'
import { thingKind } from './kind.ts'
import { ThingFields } from './thing-fields.tsx'
import { useThingChanges } from './use-changes.ts'

export function CreateThing(dialog: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <CreateDialog kind={thingKind} changes={useThingChanges()} {...dialog}>
      {(form) => <ThingFields form={form} />}
    </CreateDialog>
  )
}

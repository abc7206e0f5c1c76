'use client'

import { useCreate } from '#form/resource-actions.tsx'
import { thingKind } from './kind.ts'
import { ThingFields } from './lazy-thing-fields.tsx'
import { useThingChanges } from './use-changes.ts'

export function useCreateThing() {
  return useCreate({
    kind: thingKind,
    changes: useThingChanges(),
    fields: (form) => <ThingFields form={form} />,
  })
}

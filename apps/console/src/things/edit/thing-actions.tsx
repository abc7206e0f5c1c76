'use client'

import type { Thing } from '@sluice/contract'
import { ResourceActions } from '#form/resource-actions.tsx'
import { texts } from '#texts/things-edit.tsx'
import { thingKind } from './kind.ts'
import { ThingFields } from './lazy-thing-fields.tsx'
import { useThingChanges } from './use-changes.ts'

/** The buttons to edit and delete a thing on its page. */
export function ThingActions({ thing }: { thing: Thing }) {
  return (
    <ResourceActions
      kind={thingKind}
      changes={useThingChanges()}
      fields={(form) => <ThingFields form={form} />}
      row={thing}
      leadsTo="/things"
      lost={texts.lost(thing.id)}
    />
  )
}

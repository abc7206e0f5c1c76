'use client'

import type { Thing } from '@sluice/contract'
import { ResourceActions } from '#form/resource-actions.tsx'
import { thingKind } from './kind.ts'
import { ThingFields } from './thing-fields.tsx'
import { useThingChanges } from './use-changes.ts'

/** What can be done with a thing, on its page. */
export function ThingActions({ thing }: { thing: Thing }) {
  return (
    <ResourceActions
      kind={thingKind}
      changes={useThingChanges()}
      fields={(form) => <ThingFields form={form} />}
      row={thing}
      leadsTo="/things"
      lost={
        <>
          Everything it has sent can no longer be read, and what it sends from now on is refused. A
          thing made anew under <code>{thing.id}</code> starts empty. Set it to Retired instead to
          keep its data.
        </>
      }
    />
  )
}

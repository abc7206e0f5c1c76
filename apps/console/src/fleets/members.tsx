'use client'

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Fleet, Thing } from '@sluice/contract'
import { IconBroadcast, IconPlus, IconX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useEver } from '#form/use-ever.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { LatestGrid } from '#places/latest-grid.tsx'
import type { Place } from '#places/place.ts'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { useMembers } from './use-members.ts'

const AddMembers = dynamic(() => import('./add-members.tsx').then((all) => all.AddMembers), {
  ssr: false,
})

/** The things of a fleet, page by page, and what each sent last. */
export function Members({ fleet, place }: { fleet: Fleet; place: Place }) {
  const mayChange = useMayChange()
  const [adding, { open, close }] = useDisclosure(false)
  const hasAdded = useEver(adding)
  const members = useMembers(fleet)
  const out: Column<Thing> = {
    header: 'Take out',
    width: '84px',
    align: 'end',
    phone: true,
    cell: ({ id, name }) => (
      <Tooltip label="Remove from the fleet">
        <ActionIcon
          size={28}
          aria-label={`Remove ${name} from the fleet`}
          loading={members.leaving === id}
          onClick={() => members.takeOut(id)}
        >
          <IconX size={15} />
        </ActionIcon>
      </Tooltip>
    ),
  }
  const add = mayChange && (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={open}>
      Add things
    </Button>
  )
  return (
    <Section title="Now" actions={add}>
      <LatestGrid
        place={place}
        {...(mayChange && { action: out })}
        empty={
          <State icon={IconBroadcast} title="No things in it yet" action={add}>
            Keys and queries for this fleet cover the things you add.
          </State>
        }
      />
      {hasAdded && <AddMembers fleet={fleet} add={members.add} opened={adding} onClose={close} />}
    </Section>
  )
}

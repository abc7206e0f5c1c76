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
import { texts } from '#texts/fleets.ts'
import { useMembers } from './use-members.ts'

const AddMembers = dynamic(() => import('./add-members.tsx').then((all) => all.AddMembers), {
  ssr: false,
})

/** The things of a fleet, paged, with their latest values. */
export function Members({ fleet, place }: { fleet: Fleet; place: Place }) {
  const mayChange = useMayChange()
  const [adding, { open, close }] = useDisclosure(false)
  const hasAdded = useEver(adding)
  const members = useMembers(fleet)
  const out: Column<Thing> = {
    header: texts.members.remove,
    width: '104px',
    align: 'end',
    phone: true,
    cell: ({ id, name }) => (
      <Tooltip label={texts.members.removeHint}>
        <ActionIcon
          size={28}
          aria-label={texts.members.removeOf(name)}
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
      {texts.members.add}
    </Button>
  )
  return (
    <Section title={texts.members.now} actions={add}>
      <LatestGrid
        place={place}
        {...(mayChange && { action: out })}
        empty={
          <State icon={IconBroadcast} title={texts.members.none.title} action={add}>
            {texts.members.none.text}
          </State>
        }
      />
      {hasAdded && <AddMembers fleet={fleet} add={members.add} opened={adding} onClose={close} />}
    </Section>
  )
}

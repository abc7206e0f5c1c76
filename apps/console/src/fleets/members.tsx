'use client'

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Fleet, Thing } from '@sluice/contract'
import { IconBroadcast, IconPlus, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { useMayChange } from '#frame/console-context.tsx'
import { Section } from '#frame/section.tsx'
import { State } from '#states/state.tsx'
import type { Column } from '#table/column.ts'
import { List } from '#table/list.tsx'
import { thingColumns } from '#things/columns.tsx'
import { text } from '#url/search-params.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { AddMembers } from './add-members.tsx'
import { useMembers } from './use-members.ts'

const shown = ['Name', 'Type', 'Status', 'Last seen']

/** The things of a fleet, page by page. */
export function Members({ fleet }: { fleet: Fleet }) {
  const trpc = useTRPC()
  const { params } = useUrlState()
  const mayChange = useMayChange()
  const [adding, { open, close }] = useDisclosure(false)
  const members = useMembers(fleet)
  const query = useQuery({
    ...trpc.things.list.queryOptions({
      query: { fleetId: fleet.id, cursor: text(params, 'cursor') },
    }),
    placeholderData: keepPreviousData,
  })
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
  const columns = thingColumns.filter(({ header }) => shown.includes(header))
  const add = mayChange && (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={open}>
      Add things
    </Button>
  )
  return (
    <Section title="Things" actions={add}>
      <List
        caption="Things of the fleet"
        query={query}
        columns={mayChange ? [...columns, out] : columns}
        rowKey={(thing) => thing.id}
        isMuted={(thing) => thing.status === 'Retired'}
        empty={
          <State icon={IconBroadcast} title="No things in it yet" action={add}>
            Keys and queries for this fleet cover the things you add.
          </State>
        }
      />
      <AddMembers fleet={fleet} add={members.add} opened={adding} onClose={close} />
    </Section>
  )
}

import { Drawer } from '@mantine/core'
import { exactTime } from '#format/times.ts'
import { Section } from '#frame/section.tsx'
import { Facts } from '#states/facts.tsx'
import { Changes } from './changes.tsx'
import { changesOf } from './changes-of.ts'
import type { Logged } from './logged.ts'

interface EntryDrawerProps {
  readonly entry: Logged | undefined
  readonly onClose: () => void
}

/** Everything on record of one change. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size={520}
      title={entry?.operation}
    >
      {entry && <Entry entry={entry} />}
    </Drawer>
  )
}

function Entry({ entry }: { entry: Logged }) {
  const { actor, at, address, resource, requestId, position, hash, before, after } = entry
  return (
    <>
      <Section title="Changes">
        <Changes changes={changesOf(before, after)} />
      </Section>
      <Section title="Details">
        <Facts
          rows={[
            ['Who', `${actor.name} (${actor.type} ${actor.id})`],
            ['When', exactTime(at)],
            ['From', address ? <code key="address">{address}</code> : 'The service itself'],
            ['Resource', <code key="resource">{resource}</code>],
            ['Request', requestId ? <code key="request">{requestId}</code> : '–'],
            ['Chain position', position === null ? 'Older than the chain' : String(position)],
            ['Hash', hash ? <code key="hash">{hash}</code> : '–'],
          ]}
        />
      </Section>
    </>
  )
}

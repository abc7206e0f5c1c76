'use client'

import { Alert, Group } from '@mantine/core'
import type { SeenThing } from '@sluice/contract'
import { PageLink } from '#address/page-link.tsx'
import { useNow } from '#format/clock.tsx'
import { relativeTime } from '#format/times.ts'

/** Why a thing may have fallen silent, each one click away; nothing while its data comes. */
export function FreshnessNotice({ thing }: { thing: SeenThing }) {
  const now = useNow()
  const { id, thingTypeId, freshness, lastSeenAt } = thing
  if ((freshness !== 'silent' && freshness !== 'late') || lastSeenAt === null) return null
  const log = (more: Record<string, string>) =>
    `/requests?${new URLSearchParams({ resource: `THING/${thingTypeId}/${id}`, ...more })}`
  return (
    <Alert
      color={freshness === 'silent' ? 'red' : 'yellow'}
      title={freshness === 'silent' ? 'This thing is silent' : 'Its data is late'}
      mb="lg"
    >
      Its last data came {relativeTime(lastSeenAt, now)}, which is longer ago than its type expects.
      Were its calls refused, or did none come? If it is out of use, set its status to Inactive.
      <Group gap="md" mt={6}>
        <PageLink href={log({ outcome: 'refused' })}>Refused calls</PageLink>
        <PageLink href={log({})}>All calls</PageLink>
      </Group>
    </Alert>
  )
}

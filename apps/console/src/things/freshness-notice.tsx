'use client'

import { Alert, Group } from '@mantine/core'
import type { SeenThing } from '@sluice/contract'
import { PageLink } from '#address/page-link.tsx'
import { useRelativeTime } from '#format/time.tsx'
import { texts } from '#texts/things.ts'

/** Links that help to find out why a thing went silent; hidden while its data is fresh. */
export function FreshnessNotice({ thing }: { thing: SeenThing }) {
  const relative = useRelativeTime()
  const { id, thingTypeId, freshness, lastSeenAt } = thing
  if ((freshness !== 'silent' && freshness !== 'late') || lastSeenAt === null) return null
  const log = (more: Record<string, string>) =>
    `/requests?${new URLSearchParams({ resource: `THING/${thingTypeId}/${id}`, ...more })}`
  return (
    <Alert
      color={freshness === 'silent' ? 'red' : 'yellow'}
      title={freshness === 'silent' ? texts.notice.silent : texts.notice.late}
      mb="lg"
    >
      {texts.notice.text(relative(lastSeenAt))}
      <Group gap="md" mt={6}>
        <PageLink href={log({ outcome: 'refused' })}>{texts.notice.refused}</PageLink>
        <PageLink href={log({})}>{texts.notice.all}</PageLink>
      </Group>
    </Alert>
  )
}

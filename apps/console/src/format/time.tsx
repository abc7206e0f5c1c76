'use client'

import { Tooltip } from '@mantine/core'
import { useZone } from '#preferences/preferences-provider.tsx'
import { useNow } from './clock.tsx'
import { ExactTimes } from './exact-times.tsx'
import { relativeTime } from './times.ts'

/** A time as its distance from now, exact on hover. */
export function Time({ iso }: { iso: string }) {
  const relative = useRelativeTime()
  return (
    <Tooltip label={<ExactTimes iso={iso} />}>
      <time dateTime={iso}>{relative(iso)}</time>
    </Tooltip>
  )
}

/** The same where a sentence holds it: in the zone that the reader wants. */
export function useRelativeTime(): (iso: string) => string {
  const now = useNow()
  const zone = useZone()
  return (iso) => relativeTime(iso, now, zone)
}

'use client'

import { Tooltip } from '@mantine/core'
import { useZone } from '#preferences/preferences-provider.tsx'
import { useNow } from './clock.tsx'
import { ExactTimes } from './exact-times.tsx'
import { relativeTime } from './times.ts'

/** A relative time; hover shows the exact one. */
export function Time({ iso }: { iso: string }) {
  const relative = useRelativeTime()
  return (
    <Tooltip label={<ExactTimes iso={iso} />}>
      <time dateTime={iso}>{relative(iso)}</time>
    </Tooltip>
  )
}

/** Formats a relative time for use within a sentence. */
export function useRelativeTime(): (iso: string) => string {
  const now = useNow()
  const zone = useZone()
  return (iso) => relativeTime(iso, now, zone)
}

'use client'

import { Tooltip } from '@mantine/core'
import { useNow } from './clock.tsx'
import { ExactTimes } from './exact-times.tsx'
import { relativeTime } from './times.ts'

/** A time as its distance from now, exact on hover. */
export function Time({ iso }: { iso: string }) {
  const now = useNow()
  return (
    <Tooltip label={<ExactTimes iso={iso} />}>
      <time dateTime={iso}>{relativeTime(iso, now)}</time>
    </Tooltip>
  )
}

'use client'

import { useZone } from '#preferences/preferences-provider.tsx'
import { exactTime } from './times.ts'

/** A time to the second, in the reader's zone. */
export function ExactTime({ iso }: { iso: string }) {
  const zone = useZone()
  return <time dateTime={iso}>{exactTime(iso, zone)}</time>
}

/** Formats an exact time for use within a sentence. */
export function useExactTime(): (iso: string) => string {
  const zone = useZone()
  return (iso) => exactTime(iso, zone)
}

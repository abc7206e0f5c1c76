'use client'

import { useZone } from '#preferences/preferences-provider.tsx'
import { exactTime } from './times.ts'

/** A time to the second, in the zone that the reader wants. */
export function ExactTime({ iso }: { iso: string }) {
  const zone = useZone()
  return <time dateTime={iso}>{exactTime(iso, zone)}</time>
}

/** The same where a sentence holds it. */
export function useExactTime(): (iso: string) => string {
  const zone = useZone()
  return (iso) => exactTime(iso, zone)
}

import { useZone } from '#preferences/preferences-provider.tsx'
import { exactTime } from './times.ts'

/** A time in the reader's zone and in UTC. */
export function ExactTimes({ iso }: { iso: string }) {
  const zone = useZone()
  return (
    <>
      <div>{exactTime(iso, zone)}</div>
      {zone !== 'UTC' && <div>{exactTime(iso, 'UTC')}</div>}
    </>
  )
}

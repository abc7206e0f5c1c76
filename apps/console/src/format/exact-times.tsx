import { exactTime } from './times.ts'

/** A time in UTC and in the reader's zone. Only for what the browser alone renders, such as tooltips. */
export function ExactTimes({ iso }: { iso: string }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <div>{exactTime(iso)}</div>
      {zone !== 'UTC' && <div>{exactTime(iso, zone)}</div>}
    </>
  )
}

import { texts } from '#texts/statuses.ts'
import classes from './status-mark.module.css'

type Shape = 'dot' | 'ring' | 'slash' | 'dash'
type Tone = 'ok' | 'warn' | 'danger' | 'quiet'

const statuses: Record<string, readonly [Shape, Tone]> = {
  Active: ['dot', 'ok'],
  Expired: ['ring', 'warn'],
  Revoked: ['slash', 'danger'],
  Inactive: ['ring', 'quiet'],
  Retired: ['dash', 'quiet'],
  Open: ['ring', 'warn'],
  Granted: ['dot', 'ok'],
  Declined: ['slash', 'danger'],
  Fresh: ['dot', 'ok'],
  Late: ['ring', 'warn'],
  Silent: ['slash', 'danger'],
  Never: ['dash', 'quiet'],
  Stale: ['ring', 'warn'],
  Enabled: ['dot', 'ok'],
  Failing: ['ring', 'danger'],
  Withheld: ['ring', 'danger'],
  Dropping: ['ring', 'danger'],
  Disabled: ['dash', 'quiet'],
  Delivered: ['dot', 'ok'],
  Waiting: ['ring', 'quiet'],
  Retrying: ['ring', 'warn'],
  Failed: ['slash', 'danger'],
  Accepted: ['dot', 'ok'],
  Dropped: ['dash', 'quiet'],
  Ignored: ['dash', 'quiet'],
  Rejected: ['slash', 'danger'],
  ToChange: ['dot', 'ok'],
  ChangedMeanwhile: ['ring', 'warn'],
  Refused: ['slash', 'danger'],
  Proven: ['dot', 'ok'],
  NotProven: ['ring', 'warn'],
}

/** A status as word, shape and colour, so that no single one is essential. */
export function StatusMark({ status }: { status: string }) {
  const [shape, tone] = statuses[status] ?? ['dash', 'quiet']
  return (
    <span className={classes.status}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden data-tone={tone}>
        {shapes[shape]}
      </svg>
      {texts[status] ?? status}
    </span>
  )
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
} as const

const shapes: Record<Shape, React.ReactNode> = {
  dot: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  ring: <circle cx="5" cy="5" r="3.6" {...stroke} />,
  slash: (
    <>
      <circle cx="5" cy="5" r="3.6" {...stroke} />
      <path d="M2.6 7.4l4.8-4.8" {...stroke} />
    </>
  ),
  dash: <path d="M1.5 5h7" {...stroke} />,
}

import type { CallOutcome } from '@sluice/contract'
import classes from './outcome-mark.module.css'

const shapes: Record<CallOutcome, React.ReactNode> = {
  ok: <path d="M1.5 5.4l2.4 2.4L8.5 2.6" />,
  refused: <path d="M1.8 5h6.4" />,
  failed: <path d="M2 2l6 6M8 2L2 8" />,
}

/** The outcome of a call, shown by shape, status and colour. */
export function OutcomeMark({ outcome, status }: { outcome: CallOutcome; status: number }) {
  return (
    <span className={classes.outcome}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden data-outcome={outcome}>
        <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round">
          {shapes[outcome]}
        </g>
      </svg>
      {status} {outcome}
    </span>
  )
}

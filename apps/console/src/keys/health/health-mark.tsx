import { Tooltip } from '@mantine/core'
import { texts } from '#texts/keys.tsx'
import type { Health, HealthKind } from './health.ts'
import classes from './health-mark.module.css'

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const shapes: Record<HealthKind, React.ReactNode> = {
  leaked: <path d="M6 1.2L11 10.6H1zM6 4.8v2.6M6 8.9v.1" {...stroke} />,
  expiring: <path d="M6 1.2a4.8 4.8 0 110 9.6 4.8 4.8 0 010-9.6zM6 3.4V6l1.8 1.2" {...stroke} />,
  refused: <path d="M6 1.2a4.8 4.8 0 110 9.6 4.8 4.8 0 010-9.6zM3.4 6h5.2" {...stroke} />,
  stale: <path d="M2 2h3L2 5.4h3M6.4 6h4l-4 4.4h4" {...stroke} />,
  unused: <path d="M2 6h.1M6 6h.1M10 6h.1" {...stroke} strokeWidth={2} />,
}

/** One health state as shape, words and colour. */
export function HealthMark({ health }: { health: Health }) {
  return (
    <span className={classes.mark}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden data-tone={health.tone}>
        {shapes[health.kind]}
      </svg>
      {health.words}
    </span>
  )
}

/** The most severe state, and how many more there are. */
export function HealthSummary({ all }: { all: readonly Health[] }) {
  const [first, ...others] = all
  if (!first) return null
  if (others.length === 0) return <HealthMark health={first} />
  const rest = others.map(({ words }) => words).join(', ')
  return (
    <Tooltip label={texts.health.also(rest)}>
      <span className={classes.several}>
        <HealthMark health={first} />
        <span className={classes.more}>
          <span aria-hidden>+{others.length}</span>
          <span className={classes.spoken}>, {rest}</span>
        </span>
      </span>
    </Tooltip>
  )
}

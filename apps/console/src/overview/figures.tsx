import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { Time } from '#format/time.tsx'
import classes from './figures.module.css'
import { lastSeen } from './last-seen.ts'
import { countOf } from './queries.ts'

interface Page<Row> {
  readonly items: readonly Row[]
  readonly nextCursor: string | null
}

interface FiguresProps {
  readonly keys: Page<unknown> | undefined
  readonly things: Page<{ lastSeenAt: string | null }> | undefined
  readonly sites: Page<unknown> | undefined
}

/** The organization in four figures, each the way to its page. */
export function Figures({ keys, things, sites }: FiguresProps) {
  const [latest] = lastSeen(things?.items ?? [], 1)
  return (
    <dl className={classes.figures}>
      <Figure label="Active keys" href="/keys?status=Active">
        {keys && countOf(keys)}
      </Figure>
      <Figure label="Things" href="/things">
        {things && countOf(things)}
      </Figure>
      <Figure label="Sites" href="/sites">
        {sites && countOf(sites)}
      </Figure>
      <Figure label="Last data" href="/things">
        {latest?.lastSeenAt ? <Time iso={latest.lastSeenAt} /> : things && 'None yet'}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly href: string
  readonly children: ReactNode
}

function Figure({ label, href, children }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>
        <PageLink href={href}>{label}</PageLink>
      </dt>
      <dd>{children ?? '…'}</dd>
    </div>
  )
}

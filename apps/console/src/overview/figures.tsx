import type { ReactNode } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { Time } from '#format/time.tsx'
import { formatCount } from '#format/values.ts'
import { texts } from '#texts/overview.ts'
import classes from './figures.module.css'

interface Counted<Row> {
  readonly items: readonly Row[]
  readonly total?: number | undefined
}

interface FiguresProps {
  readonly keys: Counted<unknown> | undefined
  /** Most recently seen first. */
  readonly things: Counted<{ lastSeenAt: string | null }> | undefined
  readonly sites: Counted<unknown> | undefined
  /** Samples today (UTC). */
  readonly samples: number | undefined
}

/** Five figures of the organization, each with a link to its page. */
export function Figures({ keys, things, sites, samples }: FiguresProps) {
  const latest = things?.items[0]
  return (
    <dl className={classes.figures}>
      <Figure label={texts.figures.activeKeys} href="/keys?status=Active">
        {keys?.total?.toLocaleString('en')}
      </Figure>
      <Figure label={texts.figures.things} href="/things">
        {things?.total?.toLocaleString('en')}
      </Figure>
      <Figure label={texts.figures.sites} href="/sites">
        {sites?.total?.toLocaleString('en')}
      </Figure>
      <Figure label={texts.figures.samplesToday} href="/usage">
        {samples !== undefined && formatCount(samples)}
      </Figure>
      <Figure label={texts.figures.lastData} href="/things?sort=-lastSeenAt">
        {latest?.lastSeenAt ? <Time iso={latest.lastSeenAt} /> : things && texts.figures.noneYet}
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

'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { exactTime } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './answered.module.css'
import { type Question, SAMPLES } from './question.ts'
import { spanInUrl } from './range.ts'
import { selectionQuery } from './selection.ts'
import type { Explored } from './use-explored.ts'
import type { ExploredMetric } from './use-metrics.ts'

interface AnsweredProps {
  readonly question: Question
  readonly explored: Explored
  readonly metrics: readonly ExploredMetric[]
  readonly zone: string
}

/** What the charts show, in words, and the way to the data where the range has none. */
export function Answered({ question, explored, metrics, zone }: AnsweredProps) {
  const { range, interval, isCut, isWidened, thinnedFrom, hasBand } = explored
  if (!range) return null
  const isEmpty = metrics.every((metric) => {
    const { lines, rows } = explored.chartOf(metric)
    const hasLines = lines.some(({ times }) => times.length > 0)
    return !hasLines && !rows?.some(({ stretches }) => stretches.length > 0)
  })
  const time = (seconds: number) => exactTime(new Date(seconds * 1000).toISOString(), zone)
  return (
    <div className={classes.line}>
      <p role="status">
        {time(range.from)} to {time(range.to)}
        {interval &&
          `, ${question.interval === SAMPLES ? 'avg' : question.aggregate} of ${interval}`}
        {isWidened && `: ${question.interval} would be more points than the chart has room for`}
        {hasBand && ', with extremes'}
        {thinnedFrom !== undefined && `, downsampled from ${formatCount(thinnedFrom)}`}
        {isCut && '. It ends early: choose a wider interval'}
        {question.isLive && ', updated every 5 seconds'}.
      </p>
      {isEmpty && <LatestLink question={question} range={range} />}
    </div>
  )
}

/** Leads to the latest sample of all that is selected, in a range as long as this one. */
function LatestLink({ question, range }: Pick<AnsweredProps, 'question'> & { range: Range }) {
  const trpc = useTRPC()
  const { go } = useUrlState()
  const together = selectionQuery({ ...question, groupBy: 'none' }, question.things)
  const query = { ...together, groupBy: 'none' as const }
  const { data } = useQuery(trpc.telemetry.thingsRecent.queryOptions({ query }))
  const times = Object.values(data?.metrics ?? {}).map(({ timestamp }) => Date.parse(timestamp))
  if (times.length === 0) return null
  const to = Math.max(...times) / 1000 + 1
  const span = { from: to - (range.to - range.from), to }
  return (
    <Button variant="default" size="xs" onClick={() => go({ ...spanInUrl(span), live: null })}>
      Go to the latest sample
    </Button>
  )
}

type Range = NonNullable<Explored['range']>

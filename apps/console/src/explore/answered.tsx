'use client'

import { Button } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#data/trpc.ts'
import { exactTime } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './answered.module.css'
import { hasBand, type Question } from './question.ts'
import { spanInUrl } from './range.ts'
import type { Explored } from './use-explored.ts'
import type { DrawnMetric } from './use-measuring.ts'

interface AnsweredProps {
  readonly question: Question
  readonly explored: Explored
  readonly metrics: readonly DrawnMetric[]
  readonly zone: string
}

/** What the charts show, in words, and the way to the data where the range has none. */
export function Answered({ question, explored, metrics, zone }: AnsweredProps) {
  const { range, interval, isCut, thinnedFrom } = explored
  if (!range) return null
  const isEmpty = metrics.every((metric) =>
    explored.linesOf(metric).every(({ times }) => times.length === 0),
  )
  const time = (seconds: number) => exactTime(new Date(seconds * 1000).toISOString(), zone)
  return (
    <div className={classes.line}>
      <p role="status">
        {time(range.from)} to {time(range.to)}
        {interval && `, ${question.aggregate} of ${interval}`}
        {hasBand(question) && ', with extremes'}
        {thinnedFrom !== undefined && `, downsampled from ${formatCount(thinnedFrom)}`}
        {isCut && ', first 10,000 points only: choose a wider interval'}
        {question.isLive && ', updated every 5 seconds'}.
      </p>
      {isEmpty && <LatestLink things={question.things} range={range} />}
    </div>
  )
}

/** Leads to the latest sample of the first thing, in a range as long as this one. */
function LatestLink({
  things,
  range,
}: {
  things: readonly string[]
  range: NonNullable<Explored['range']>
}) {
  const trpc = useTRPC()
  const { go } = useUrlState()
  const [thingId] = things
  const { data } = useQuery(
    trpc.telemetry.recent.queryOptions(thingId ? { params: { thingId }, query: {} } : skipToken),
  )
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

'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { exactTimeAt } from '#format/times.ts'
import { formatCount } from '#format/values.ts'
import { spanInUrl } from '#range/range.ts'
import { texts } from '#texts/explore.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './answered.module.css'
import type { Question } from './question.ts'
import type { Explored } from './use-explored.ts'
import { useLatest } from './use-latest.ts'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'

interface AnsweredProps {
  readonly question: Question
  readonly explored: Explored
  readonly measuring: Measuring
  readonly metrics: readonly ExploredMetric[]
  readonly zone: string
}

/** Describes what the charts show; links to the latest data if the range has none. */
export function Answered({ question, explored, measuring, metrics, zone }: AnsweredProps) {
  const { range, interval, aggregate, isCut, isWidened, thinnedFrom, hasBand } = explored
  if (!range) return null
  const isEmpty = metrics.every((metric) => {
    const { lines, rows } = explored.chartOf(metric)
    const hasLines = lines.some(({ times }) => times.length > 0)
    return !hasLines && !rows?.some(({ stretches }) => stretches.length > 0)
  })
  const words = [
    texts.answered.range(exactTimeAt(range.from, zone), exactTimeAt(range.to, zone)),
    interval && texts.answered.interval(aggregate, interval),
    hasBand && texts.answered.band,
    question.where !== undefined && texts.answered.where(question.where),
    thinnedFrom !== undefined && texts.answered.thinned(formatCount(thinnedFrom)),
    question.isLive && texts.answered.live,
    '.',
    isWidened && texts.answered.widened(question.interval),
    isCut && (question.where === undefined ? texts.answered.cut : texts.answered.newest),
  ]
    .filter((part) => typeof part === 'string')
    .join('')
  return (
    <div className={classes.line}>
      <Answer words={words} isOutdated={explored.isOutdated} />
      {isEmpty && question.where === undefined && (
        <LatestLink {...{ question, measuring, metrics, range }} />
      )}
    </div>
  )
}

/** Keeps describing the previous answer while its charts are still shown. */
function Answer({ words, isOutdated }: { words: string; isOutdated: boolean }) {
  const [said, say] = useState(words)
  if (!isOutdated && said !== words) say(words)
  return <p role="status">{said}</p>
}

interface LatestLinkProps extends Pick<AnsweredProps, 'question' | 'measuring' | 'metrics'> {
  readonly range: NonNullable<Explored['range']>
}

/** Opens the latest sample of the metrics, in a range of the same length. */
function LatestLink({ question, measuring, metrics, range }: LatestLinkProps) {
  const { go } = useUrlState()
  const latest = useLatest(
    question,
    measuring.things.map(({ id }) => id),
    metrics.map(({ key }) => key),
  )
  if (latest == null) return null
  const to = latest + 1
  const span = { from: to - (range.to - range.from), to }
  return (
    <Button variant="default" size="xs" onClick={() => go({ ...spanInUrl(span), live: null })}>
      {texts.answered.toLatest}
    </Button>
  )
}

'use client'

import { Select, Skeleton, Switch } from '@mantine/core'
import { aggregates } from '@sluice/contract'
import dynamic from 'next/dynamic'
import { liveFrom, presetLabel } from '#range/range.ts'
import { RangeControls } from '#range/range-controls.tsx'
import type { Span } from '#range/span.ts'
import { PhoneFold } from '#table/phone-fold.tsx'
import { texts } from '#texts/explore-page.ts'
import { useUrlState } from '#url/use-url-state.ts'
import classes from './explore-controls.module.css'
import { MetricPicker } from './metric-picker.tsx'
import { intervals, presets, type Question, SAMPLES } from './question.ts'
import { selectsAnything } from './selection.ts'
import { ThingControls } from './thing-controls.tsx'
import type { Measuring } from './use-measuring.ts'
import type { ExploredMetric } from './use-metrics.ts'

/** As large as what it stands for. */
const ViewControl = dynamic(() => import('./view-control.tsx'), {
  ssr: false,
  loading: () => <Skeleton width={96} height={30} />,
})
const WhereField = dynamic(() => import('./where-field.tsx'), {
  ssr: false,
  loading: () => <Skeleton height={72} />,
})

/** Aggregates that can be drawn for every metric. */
const aggregateOptions = aggregates.map((value) => ({ value, label: value }))
const intervalOptions = intervals.map((value) => ({ value, label: value }))

interface ExploreControlsProps {
  readonly question: Question
  readonly measuring: Measuring
  /** Metrics that are drawn, either chosen or by default. */
  readonly metrics: readonly string[]
  readonly range: Span | undefined
  readonly hasWhere: boolean
  /** What the API says about the condition. */
  readonly whereFaults: readonly string[] | undefined
  readonly zone: string
}

/** The controls of the explorer. All their values are kept in the URL. */
export function ExploreControls(props: ExploreControlsProps) {
  const { question, measuring, metrics, range, zone, hasWhere, whereFaults } = props
  const { filter } = useUrlState()
  return (
    <search className={classes.controls}>
      <PhoneFold
        title={texts.controls.title}
        words={wordsOf(question, metrics)}
        // Open while nothing is selected.
        startsFolded={selectsAnything(question)}
      >
        <div className={classes.row} data-things>
          <ThingControls question={question} />
        </div>
        <div className={classes.row} data-wide>
          <MetricPicker
            chosen={metrics}
            metrics={measuring.metrics}
            onChange={(keys) => filter({ metrics: keys.join(',') })}
          />
        </div>
        <div className={classes.row}>
          <RangeControls question={question} range={range} zone={zone} presets={presets} />
          <Select
            label={texts.controls.interval}
            data={intervalOptions}
            value={question.interval}
            onChange={(interval) => filter({ interval })}
          />
          <Select
            label={texts.controls.aggregate}
            data={aggregateOptions}
            value={question.aggregate}
            disabled={question.interval === SAMPLES}
            onChange={(aggregate) => filter({ aggregate })}
          />
        </div>
        {hasWhere && (
          <div className={classes.row} data-wide>
            <WhereField
              value={question.where ?? ''}
              metrics={shownFirst(measuring.metrics, metrics)}
              faults={whereFaults}
            />
          </div>
        )}
        <div className={classes.switches}>
          <ViewControl view={question.view} />
          <Switch
            label={texts.controls.compare}
            checked={question.isCompared}
            onChange={(event) => filter({ compare: event.currentTarget.checked ? '1' : null })}
          />
          <Switch
            label={texts.controls.live}
            checked={question.isLive}
            onChange={({ currentTarget: { checked } }) =>
              filter(checked ? liveFrom(question) : { live: null })
            }
          />
        </div>
      </PhoneFold>
    </search>
  )
}

function shownFirst(metrics: readonly ExploredMetric[], shown: readonly string[]) {
  return metrics.toSorted((a, b) => Number(shown.includes(b.key)) - Number(shown.includes(a.key)))
}

/** Summarizes the question in one line. */
function wordsOf(question: Question, metrics: readonly string[]): string {
  const { things, filters, where = '' } = question
  const whose = things.length > 0 ? things.join(', ') : Object.values(filters).join(', ')
  const length = presetLabel(presets, question)
  return [whose, metrics.join(', '), where, length].filter((part) => part !== '').join(' · ')
}

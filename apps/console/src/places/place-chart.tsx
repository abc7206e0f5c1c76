'use client'

import { Button, SegmentedControl, Select } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartLine } from '@tabler/icons-react'
import { useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { Charts } from '#explore/charts.tsx'
import { DEFAULT_FROM, type Question, readQuestion } from '#explore/question.ts'
import { pointsOf } from '#explore/series-query.ts'
import { useExplored } from '#explore/use-explored.ts'
import { useLatest } from '#explore/use-latest.ts'
import { useMeasuring } from '#explore/use-measuring.ts'
import { Section } from '#frame/section.tsx'
import { useZone } from '#preferences/preferences-provider.tsx'
import { presetOf, spanInUrl } from '#range/range.ts'
import { texts } from '#texts/places.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { filtersOf, type Place } from './place.ts'
import classes from './place-chart.module.css'

const lengths = {
  'now-1h': '1h',
  'now-6h': '6h',
  'now-24h': '24h',
  'now-7d': '7d',
  'now-30d': '30d',
} as const

/** One metric of all things in a place: a line for each if they are few, otherwise a band and the outliers. */
export function PlaceChart({ place }: { place: Place }) {
  const { params, filter } = useUrlState()
  const { ref, width } = useElementSize()
  const asked = questionOf(params, place)
  const measuring = useMeasuring(asked)
  const [first] = measuring.metrics
  const metric = measuring.metrics.find(({ key }) => key === asked.metrics[0]) ?? first
  const metrics = metric ? [metric] : []
  const keys = metrics.map(({ key }) => key)
  const latest = useLatest(asked, [], keys)
  const [now] = useState(() => Date.now() / 1000)
  const question = params.has('from') ? asked : withData(asked, latest, now)
  // Zero points postpone the queries until the time of the latest data is known.
  const points = width === 0 || latest === undefined ? 0 : pointsOf(width)
  const zone = useZone(place.timezone)
  const explored = useExplored({ question, measuring, metrics, zone, points })
  return (
    <Section
      title={texts.placeChart.title}
      actions={
        <div className={classes.controls}>
          <Select
            size="xs"
            aria-label={texts.placeChart.metric}
            data={measuring.metrics.map(({ key, name }) => ({ value: key, label: name }))}
            value={metric?.key ?? null}
            allowDeselect={false}
            onChange={(key) => filter({ metrics: key, cursor: params.get('cursor') })}
          />
          <SegmentedControl
            size="xs"
            aria-label={texts.placeChart.range}
            data={Object.entries(lengths).map(([value, label]) => ({ value, label }))}
            value={presetOf(lengths, question) ?? ''}
            onChange={(from) => filter({ from, to: null, cursor: params.get('cursor') })}
          />
          <Button
            component={PageLink}
            href={exploreHref(place, question, metric?.key)}
            variant="default"
            size="xs"
            leftSection={<IconChartLine size={14} stroke={1.6} />}
          >
            {texts.placeChart.explore}
          </Button>
        </div>
      }
    >
      <div ref={ref}>
        <Charts {...{ question, measuring, explored, metrics, zone }} none={null} />
      </div>
    </Section>
  )
}

const DAY = 86_400

/** If the last day has no data, shows the day that ends with the latest sample. */
function withData(question: Question, latest: number | null | undefined, now: number): Question {
  if (latest == null || latest > now - DAY) return question
  const to = Math.floor(latest / 60 + 1) * 60
  return { ...question, ...spanInUrl({ from: to - DAY, to }) }
}

/** Only the metric and the range come from the URL. */
function questionOf(params: URLSearchParams, place: Place): Question {
  const { from, to, metrics } = readQuestion(params)
  const rest = readQuestion(new URLSearchParams())
  return { ...rest, from, to, metrics, filters: filtersOf(place) }
}

function exploreHref(place: Place, { from, to }: Question, metric: string | undefined): string {
  const chosen = new URLSearchParams({ [place.kind]: place.id })
  if (metric) chosen.set('metrics', metric)
  if (from !== DEFAULT_FROM) chosen.set('from', from)
  if (to !== 'now') chosen.set('to', to)
  return `/explore?${chosen}`
}

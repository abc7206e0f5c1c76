'use client'

import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartLine, IconDownload } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useAddress } from '#address/base-path.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/explore-page.ts'
import { useUrlState } from '#url/use-url-state.ts'
import { withChanges } from '#url/with-changes.ts'
import { Charts } from './charts.tsx'
import { ExploreControls } from './explore-controls.tsx'
import classes from './explore-page.module.css'
import { readQuestion } from './question.ts'
import { selectsAnything, selectsByFilter } from './selection.ts'
import { namesAsked, pointsOf, seriesPath, takesWhere, wholeQuestion } from './series-query.ts'
import { useExplored } from './use-explored.ts'
import { useMeasuring } from './use-measuring.ts'
import { useZoneOf } from './use-zone.ts'
import { SavedViews } from './views/saved-views.tsx'
import { viewQuery } from './views/view-query.ts'

const SameQuery = dynamic(() => import('./same-query.tsx').then((all) => all.SameQuery), {
  ssr: false,
})

/** Compares the series of several things, one chart per metric. The whole question is in the URL. */
export function ExplorePage() {
  const { params } = useUrlState()
  const address = useAddress()
  const { ref, width } = useElementSize()
  const read = readQuestion(params)
  const measuring = useMeasuring(read)
  const hasWhere = takesWhere(read, measuring.total)
  const question = hasWhere ? read : { ...read, where: undefined }
  const zone = useZoneOf(measuring.things)
  const chosen = question.metrics.length > 0 ? question.metrics : firstOf(measuring.metrics)
  const metrics = measuring.metrics.filter(({ key }) => chosen.includes(key))
  const points = width === 0 ? 0 : pointsOf(width)
  const explored = useExplored({ question, measuring, metrics, zone, points })
  const keys = metrics.map(({ key }) => key)
  const whole = wholeQuestion(question, measuring.total, metrics.length)
  const asked = namesAsked(whole, metrics)
  const isRefused = explored.whereFaults !== undefined
  const isDrawn = explored.range !== undefined && !measuring.error && !isRefused
  const hasCharts = isDrawn && metrics.length > 0
  const found = measuring.things.map(({ id }) => id)
  const inFile = {
    things: selectsByFilter(question) ? null : found.join(','),
    by: whole.groupBy,
    metrics: asked.join(','),
    where: question.where,
    zone,
  }

  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <SavedViews query={viewQuery(params, keys)} />
            {hasCharts && (
              <Button
                component="a"
                href={address(`/explore/csv?${withChanges(params, inFile)}`)}
                download
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.6} />}
              >
                {texts.export}
              </Button>
            )}
          </>
        }
      />
      <ExploreControls
        question={question}
        measuring={measuring}
        metrics={keys}
        range={explored.range}
        hasWhere={hasWhere}
        whereFaults={explored.whereFaults}
        zone={zone}
      />
      <div ref={ref} className={classes.charts}>
        {selectsAnything(question) ? (
          <Charts
            {...{ question, measuring, explored, metrics, zone }}
            none={
              <State icon={IconChartLine} title={texts.noSuch.title}>
                {texts.noSuch.text}
              </State>
            }
          />
        ) : (
          <State icon={IconChartLine} title={texts.choose.title}>
            {texts.choose.text}
          </State>
        )}
      </div>
      {hasCharts && (
        <SameQuery
          path={seriesPath({ question: whole, found, zone, lines: found.length }, asked)}
        />
      )}
    </>
  )
}

function firstOf(metrics: readonly { key: string }[]): string[] {
  return metrics.slice(0, 1).map(({ key }) => key)
}

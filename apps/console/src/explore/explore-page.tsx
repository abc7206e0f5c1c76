'use client'

import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartLine, IconDownload } from '@tabler/icons-react'
import { useAddress } from '#address/base-path.tsx'
import { CopyLine } from '#copy/copy-line.tsx'
import { curl } from '#copy/curl.ts'
import { useConsole } from '#frame/console-context.tsx'
import { PageHeader } from '#frame/page-header.tsx'
import { Section } from '#frame/section.tsx'
import { State } from '#states/state.tsx'
import { useUrlState } from '#url/use-url-state.ts'
import { Charts } from './charts.tsx'
import { ExploreControls } from './explore-controls.tsx'
import classes from './explore-page.module.css'
import { readQuestion } from './question.ts'
import { selectsAnything } from './selection.ts'
import { pointsOf, seriesPath } from './series-query.ts'
import { useExplored } from './use-explored.ts'
import { useMeasuring } from './use-measuring.ts'
import { useZoneOf } from './use-zone.ts'
import { SavedViews } from './views/saved-views.tsx'
import { viewQuery } from './views/view-query.ts'

/** Things beside each other, a chart for each metric. All that was chosen is in the URL. */
export function ExplorePage() {
  const { params } = useUrlState()
  const address = useAddress()
  const { apiUrl } = useConsole()
  const { ref, width } = useElementSize()
  const question = readQuestion(params)
  const measuring = useMeasuring(question)
  const zone = useZoneOf(measuring.things)
  const chosen = question.metrics.length > 0 ? question.metrics : firstOf(measuring.metrics)
  const metrics = measuring.metrics.filter(({ key }) => chosen.includes(key))
  const points = width === 0 ? 0 : pointsOf(width)
  const explored = useExplored({ question, measuring, metrics, zone, points })
  const keys = metrics.map(({ key }) => key)
  const hasCharts = explored.range !== undefined && metrics.length > 0
  const found = measuring.things.map(({ id }) => id)

  return (
    <>
      <PageHeader
        title="Explore"
        lead="Compare things over time. Drag over a chart to zoom in."
        actions={
          <>
            <SavedViews query={viewQuery(params, keys)} />
            {hasCharts && (
              <Button
                component="a"
                href={address(
                  `/explore/csv?${params}${params.has('metrics') ? '' : `&metrics=${keys}`}`,
                )}
                download
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.6} />}
              >
                Export CSV
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
        zone={zone}
      />
      <div ref={ref} className={classes.charts}>
        {selectsAnything(question) ? (
          <Charts
            {...{ question, measuring, explored, metrics, zone }}
            none={
              <State icon={IconChartLine} title="No such things">
                Nothing that you may read fits this selection.
              </State>
            }
          />
        ) : (
          <State icon={IconChartLine} title="Choose things">
            Name some, or take all of a fleet, a site or a type. Their first metric is drawn at
            once; add more to compare.
          </State>
        )}
      </div>
      {hasCharts && (
        <Section title="The same query in the API">
          <CopyLine
            text={curl(apiUrl, {
              path: seriesPath({ question, found, zone, lines: found.length }, keys),
            })}
            what="the curl command"
          />
        </Section>
      )}
    </>
  )
}

function firstOf(metrics: readonly { key: string }[]): string[] {
  return metrics.slice(0, 1).map(({ key }) => key)
}

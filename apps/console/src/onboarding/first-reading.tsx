'use client'

import { Button } from '@mantine/core'
import { ingestPath } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '#address/page-link.tsx'
import { CallSnippets } from '#copy/call-snippets.tsx'
import { useTRPC } from '#data/trpc.ts'
import { useNow } from '#format/clock.tsx'
import { Time } from '#format/time.tsx'
import { formatMeasure } from '#format/values.ts'
import { overviewQueries } from '#overview/queries.ts'
import { texts } from '#texts/onboarding.tsx'
import { exampleFrame } from '#things/example-frame.ts'
import type { ThingMetric } from '#things/metrics.ts'
import { useThingMetrics } from '#things/use-thing-metrics.ts'
import type { FirstThing } from './first-thing.ts'
import { Step } from './step.tsx'
import classes from './steps.module.css'

/** Polling interval in milliseconds. */
const LOOK_EVERY = 2000

interface FirstReadingProps {
  readonly thing: FirstThing
  readonly keyString: string | undefined
  readonly onDone: () => void
}

/** Shows a call that sends a reading, and then the reading once it arrives. */
export function FirstReading({ thing, keyString, onDone }: FirstReadingProps) {
  const trpc = useTRPC()
  const [openedAt] = useState(useNow())
  const { metrics } = useThingMetrics(thing)
  const latest = metrics?.filter((metric) => metric.latest) ?? []
  const hasArrived = latest.length > 0
  useQuery({
    ...trpc.telemetry.recent.queryOptions({ params: { thingId: thing.id }, query: {} }),
    refetchInterval: hasArrived ? false : LOOK_EVERY,
  })
  // Also refreshes the page's list, which notices if another thing sends first.
  useQuery({
    ...trpc.things.list.queryOptions(overviewQueries.things),
    refetchInterval: thing.lastSeenAt === null && LOOK_EVERY,
  })
  const path = ingestPath.replace('{thingId}', encodeURIComponent(thing.id))
  return (
    <>
      <Step title={texts.steps.send} isDone={hasArrived}>
        {metrics?.length === 0 ? (
          <p className={classes.text}>{texts.reading.noMetrics(thing.name)}</p>
        ) : (
          metrics && (
            <>
              <p className={classes.text}>{texts.reading.run}</p>
              <CallSnippets
                call={{ path, body: exampleFrame(metrics, openedAt) }}
                keyString={keyString}
              />
            </>
          )
        )}
      </Step>
      <Step title={texts.steps.see} isDone={hasArrived}>
        <div role="status">
          {hasArrived ? (
            <Arrived thing={thing} latest={latest} />
          ) : (
            <p className={classes.waiting}>
              <span className={classes.pulse} aria-hidden />
              {texts.reading.waiting(thing.name)}
            </p>
          )}
        </div>
        {hasArrived && <Next thing={thing} onDone={onDone} />}
      </Step>
    </>
  )
}

interface ArrivedProps {
  readonly thing: FirstThing
  readonly latest: readonly ThingMetric[]
}

function Arrived({ thing, latest }: ArrivedProps) {
  const at = latest[0]?.latest?.timestamp
  return (
    <>
      <p className={classes.text}>
        <strong>{texts.reading.arrived(thing.name)}</strong>
        {at && (
          <>
            {' '}
            {texts.reading.measured}
            <Time iso={at} />.
          </>
        )}
      </p>
      <dl className={classes.values}>
        {latest.map(({ key, name, unit, latest: sample }) => (
          <div key={key} className={classes.value}>
            <dt>{name}</dt>
            <dd>{sample && formatMeasure(sample.value, unit)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Next({ thing, onDone }: Pick<FirstReadingProps, 'thing' | 'onDone'>) {
  return (
    <div className={classes.actions}>
      <Button component={PageLink} href={`/things/${encodeURIComponent(thing.id)}`}>
        {texts.reading.chart}
      </Button>
      <Button variant="default" onClick={onDone}>
        {texts.reading.done}
      </Button>
    </div>
  )
}

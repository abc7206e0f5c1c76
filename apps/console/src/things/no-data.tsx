import { ingestPath, type Thing } from '@sluice/contract'
import { IconWaveSine } from '@tabler/icons-react'
import { CallExample } from '#copy/call-example.tsx'
import { useNow } from '#format/clock.tsx'
import { State } from '#states/state.tsx'
import { texts } from '#texts/things.ts'
import { exampleFrame } from './example-frame.ts'
import type { ThingMetric } from './metrics.ts'
import { TypeLink } from './type-link.tsx'

interface NoDataProps {
  readonly thing: Thing
  readonly metrics: readonly ThingMetric[]
}

/** Shown for a thing without data: a call that sends some, or why it cannot send any yet. */
export function NoData({ thing, metrics }: NoDataProps) {
  const now = useNow()
  if (metrics.length === 0) {
    return (
      <State
        icon={IconWaveSine}
        title={texts.noMetrics.title}
        action={<TypeLink id={thing.thingTypeId}>{texts.noMetrics.action}</TypeLink>}
      >
        {texts.noMetrics.text}
      </State>
    )
  }
  const path = ingestPath.replace('{thingId}', encodeURIComponent(thing.id))
  return (
    <State
      icon={IconWaveSine}
      title={texts.noData.title}
      action={<CallExample path={path} body={exampleFrame(metrics, now)} />}
    >
      {texts.noData.text}
    </State>
  )
}

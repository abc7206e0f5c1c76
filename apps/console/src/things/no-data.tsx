import { ingestPath, type Thing } from '@sluice/contract'
import { IconWaveSine } from '@tabler/icons-react'
import { PageLink } from '#address/page-link.tsx'
import { CallExample } from '#copy/call-example.tsx'
import { useNow } from '#format/clock.tsx'
import { State } from '#states/state.tsx'
import { exampleFrame } from './example-frame.ts'
import type { ThingMetric } from './metrics.ts'

interface NoDataProps {
  readonly thing: Thing
  readonly metrics: readonly ThingMetric[]
}

/** A thing that has sent nothing: the call that would change it, or why there is none yet. */
export function NoData({ thing, metrics }: NoDataProps) {
  const now = useNow()
  if (metrics.length === 0) {
    const type = encodeURIComponent(thing.thingTypeId)
    return (
      <State
        icon={IconWaveSine}
        title="Nothing to measure yet"
        action={
          <PageLink href={`/thing-types?text=${type}&id=${type}`}>See the thing type</PageLink>
        }
      >
        Its thing type has no metrics. Add metrics to it, then send data.
      </State>
    )
  }
  const path = ingestPath.replace('{thingId}', encodeURIComponent(thing.id))
  return (
    <State
      icon={IconWaveSine}
      title="No data yet"
      action={<CallExample path={path} body={exampleFrame(metrics, now)} />}
    >
      Send a frame with the metrics of its thing type:
    </State>
  )
}

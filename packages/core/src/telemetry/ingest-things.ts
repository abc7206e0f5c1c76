import type { IngestedThings, Input } from '@sluice/contract'
import type { ThingsCall } from '@sluice/telemetry'
import type { Context } from '../context.ts'
import { acceptThings } from './accept-things.ts'
import { calledMapping } from './called-mapping.ts'

/** Stores frames of many things. */
export const ingestThings = ingesting('frames')

/** Stores columns of many things, a block each. */
export const ingestThingsColumnar = ingesting('columns')

/** Stores an Arrow table whose rows name their things. */
export const ingestThingsArrow = ingesting('arrow')

/** Stores the samples of time series. Labels decide the thing of each. */
export const ingestSeries = ingestingSeries('prometheus', 'remote-write')

/** Stores the points of OpenTelemetry metrics. Attributes of the point or its resource decide the thing of each. */
export const ingestOtlp = ingestingSeries('otlp', 'otlp')

/** Stores the points of line protocol. Tags decide the thing of each. */
export async function ingestLines(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestLines'>,
): Promise<IngestedThings> {
  const { mapping, createMissing } = await calledMapping(ctx, 'influx', query)
  const { precision, onError } = query
  const lines = { precision, mapping }
  return acceptThings(ctx, { form: 'lines', query: { onError, createMissing }, body, lines })
}

type Things = 'telemetry.ingestThings' | 'telemetry.ingestThingsColumnar'

function ingesting(form: ThingsCall['form']) {
  return (ctx: Context, { query, body }: Input<Things | 'telemetry.ingestThingsArrow'>) =>
    acceptThings(ctx, { form, query, body })
}

function ingestingSeries(
  mapped: 'prometheus' | 'otlp',
  protocol: NonNullable<ThingsCall['series']>['protocol'],
) {
  type Call = Input<'telemetry.ingestSeries' | 'telemetry.ingestOtlp'>
  return async (ctx: Context, { query, body }: Call): Promise<IngestedThings> => {
    const { mapping, createMissing } = await calledMapping(ctx, mapped, query)
    const [{ onError }, series] = [query, { protocol, mapping }]
    return acceptThings(ctx, { form: 'series', query: { onError, createMissing }, body, series })
  }
}

import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { acceptThings } from './accept-things.ts'
import { calledMapping } from './called-mapping.ts'

/** Stores frames of many things. */
export function ingestThings(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestThings'>,
): Promise<Output<'telemetry.ingestThings'>> {
  return acceptThings(ctx, { form: 'frames', query, body })
}

/** Stores columns of many things, a block each. */
export function ingestThingsColumnar(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestThingsColumnar'>,
): Promise<Output<'telemetry.ingestThingsColumnar'>> {
  return acceptThings(ctx, { form: 'columns', query, body })
}

/** Stores an Arrow table whose rows name their things. */
export function ingestThingsArrow(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestThingsArrow'>,
): Promise<Output<'telemetry.ingestThingsArrow'>> {
  return acceptThings(ctx, { form: 'arrow', query, body })
}

/** Stores the points of a line protocol, each in the thing that tags of it name. */
export async function ingestLines(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestLines'>,
): Promise<Output<'telemetry.ingestLines'>> {
  const { mapping, createMissing } = await calledMapping(ctx, 'influx', query)
  const { precision, onError } = query
  const lines = { precision, mapping }
  return acceptThings(ctx, { form: 'lines', query: { onError, createMissing }, body, lines })
}

/** Stores the samples of time series, each in the thing that labels of it name. */
export async function ingestSeries(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestSeries'>,
): Promise<Output<'telemetry.ingestSeries'>> {
  const { mapping, createMissing } = await calledMapping(ctx, 'prometheus', query)
  const series = { protocol: 'remote-write', mapping } as const
  const { onError } = query
  return acceptThings(ctx, { form: 'series', query: { onError, createMissing }, body, series })
}

/** Stores the points of OpenTelemetry's metrics, each in the thing that attributes of it or its resource name. */
export async function ingestOtlp(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestOtlp'>,
): Promise<Output<'telemetry.ingestOtlp'>> {
  const { mapping, createMissing } = await calledMapping(ctx, 'otlp', query)
  const series = { protocol: 'otlp', mapping } as const
  const { onError } = query
  return acceptThings(ctx, { form: 'series', query: { onError, createMissing }, body, series })
}

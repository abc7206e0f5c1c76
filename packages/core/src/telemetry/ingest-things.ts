import type { Input, Output } from '@sluice/contract'
import type { Context } from '../context.ts'
import { acceptThings } from './accept-things.ts'

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

/** Stores the points of a line protocol, each in the thing that a tag of it names. */
export function ingestLines(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestLines'>,
): Promise<Output<'telemetry.ingestLines'>> {
  const { precision, metric } = query
  const thing = namesIn(query.thing)
  return acceptThings(ctx, { form: 'lines', query, body, lines: { precision, thing, metric } })
}

/** Stores the samples of time series, each in the thing that a label of it names. */
export function ingestSeries(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestSeries'>,
): Promise<Output<'telemetry.ingestSeries'>> {
  const { metric } = query
  const series = { protocol: 'remote-write', thing: namesIn(query.thing), metric } as const
  return acceptThings(ctx, { form: 'series', query, body, series })
}

/** Stores the points of OpenTelemetry's metrics, each in the thing that an attribute of it or its resource names. */
export function ingestOtlp(
  ctx: Context,
  { query, body }: Input<'telemetry.ingestOtlp'>,
): Promise<Output<'telemetry.ingestOtlp'>> {
  const { metric } = query
  const series = { protocol: 'otlp', thing: namesIn(query.thing), metric } as const
  return acceptThings(ctx, { form: 'series', query, body, series })
}

function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim())
}

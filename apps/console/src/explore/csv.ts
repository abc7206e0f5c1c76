import type { Output } from '@sluice/contract'
import { perform, type UserActor } from '@sluice/core'
import { csvOfSeries } from '@sluice/formats'
import { core } from '#server/core.ts'
import { type Question, seriesQuery } from './question.ts'

interface Caller {
  readonly actor: UserActor
  readonly requestId: string
  readonly address: string | null
}

/** Every point of the chosen things and metrics as CSV, a chunk a page; only the first has the header line. */
export async function* seriesCsv(caller: Caller, question: Question): AsyncGenerator<string, void> {
  let isFirst = true
  for (const thingId of question.things) {
    const own = await metricsOf(caller, thingId, question.metrics)
    for await (const page of pagesOf(caller, question, thingId, own)) {
      // Every metric has its column, also of a thing that lacks it.
      const columns = question.metrics.map((key) => [key, page.values[key] ?? []] as const)
      const byThing = { [thingId]: Object.fromEntries(columns) }
      const lines = csvOfSeries({ timestamps: page.timestamps, values: null, byThing })
      yield isFirst ? lines : lines.slice(lines.indexOf('\r\n') + 2)
      isFirst = false
    }
  }
}

async function metricsOf(caller: Caller, thingId: string, wanted: readonly string[]) {
  const { thingTypeId } = await ask(caller, 'things.get', { params: { thingId }, query: {} })
  const call = { params: { thingTypeId }, query: {} }
  const { metrics } = await ask(caller, 'thingTypes.get', call)
  return wanted.filter((key) => metrics.some((metric) => metric.key === key))
}

async function* pagesOf(
  caller: Caller,
  question: Question,
  thingId: string,
  metrics: readonly string[],
): AsyncGenerator<Output<'telemetry.timeseries'>, void> {
  if (metrics.length === 0) return
  const query = { ...seriesQuery(question, metrics, 'UTC', false), limit: 10_000 }
  let cursor: string | null | undefined
  do {
    const call = { params: { thingId }, query: { ...query, ...(cursor && { cursor }) } }
    const page = await ask(caller, 'telemetry.timeseries', call)
    yield page
    cursor = page.nextCursor
  } while (cursor !== null)
}

type Asked = 'things.get' | 'thingTypes.get' | 'telemetry.timeseries'

async function ask<Name extends Asked>(
  { actor, requestId, address }: Caller,
  name: Name,
  call: unknown,
): Promise<Output<Name>> {
  const request = { name, actor, call, requestId, address } as Parameters<typeof perform>[1]
  return (await perform(core(), request)) as Output<Name>
}

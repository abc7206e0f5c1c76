import {
  ARROW,
  type MediaType,
  type Operation,
  type OperationName,
  operations,
} from '@sluice/contract'
import { unprojected, WrittenJson } from '@sluice/core'
import { longArrowOfSeries, longCsvOfPage, longCsvOfSeries, type SeriesPage } from '@sluice/formats'
import { atOnce, inSlices, isLight, Problem, writeJson } from '@sluice/runtime'
import { exactJson, longExactJson } from './exact-json.ts'
import { tablePageOf } from './table-page.ts'

/** The media type of a row that the Accept header (RFC 9110, 12.5.1) prefers; the row's first if it accepts none. */
export function chooseMediaType(
  { mediaTypes = [] }: Operation,
  accept: string | undefined,
): MediaType {
  const ranges = (accept ?? '*/*').split(',').map(parseRange)
  const [first = 'application/json'] = mediaTypes
  let chosen = first
  let best = 0
  for (const type of mediaTypes) {
    const quality = qualityOf(type, ranges)
    if (quality > best) [chosen, best] = [type, quality]
  }
  return chosen
}

/** Whether an output is written as JSON; `format` is that of the query, which wins over the Accept header. */
export function writesJson(row: Operation, accept: string | undefined, format: unknown): boolean {
  if (!row.mediaTypes) return true
  const type = formats.get(format as string) ?? chooseMediaType(row, accept)
  return type === 'application/json'
}

/** Throws not-acceptable if the Accept header allows none of a row's media types. */
export function requireAcceptable(
  { mediaTypes = ['application/json'], status }: Operation,
  accept: string,
): void {
  if (status === 204 || accept.trim() === '') return
  const ranges = accept.split(',').map(parseRange)
  if (mediaTypes.some((type) => qualityOf(type, ranges) > 0)) return
  const detail = `Accept allows none of the media types of this call: ${mediaTypes.join(', ')}.`
  throw new Problem('not-acceptable', { detail })
}

export interface Range {
  readonly range: string
  readonly quality: number
}

/** Parses an entry of an Accept header, or of a similar one, with its weight from 0 to 1. */
export function parseRange(text: string): Range {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { range, quality: Number.isNaN(quality) ? 0 : quality }
}

/** The most specific range that matches a type decides. */
function qualityOf(type: MediaType, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = ranges.find(({ range }) => range === pattern)
    if (found) return found.quality
  }
  return 0
}

/** A successful answer's text or bytes, with the header fields that describe it, as name, value, name, value. */
export interface Representation {
  readonly body: string | Uint8Array
  readonly fields: readonly string[]
  /** Its entity tag, without quotes. */
  readonly tag?: string | undefined
  /** The encoding of the body. */
  readonly coding?: string
}

const JSON_FIELDS = ['Content-Type', 'application/json']

/** The values of `format` in a query, which wins over the Accept header, because it is explicit. */
const formats = new Map<string | null, MediaType>([
  ['json', 'application/json'],
  ['csv', 'text/csv'],
  ['arrow', ARROW],
])

const nameOf = { 'text/csv': 'csv', [ARROW]: 'arrow' } as const

/** Serializes an output in the requested format; `urlOf` returns the request's own URL. */
export function represent(
  row: Operation,
  output: unknown,
  accept: string | undefined,
  urlOf: () => URL,
): Representation {
  if (!row.mediaTypes) return representJson(row, output)
  const url = urlOf()
  const type = typeOf(row, accept, url)
  if (type === 'application/json') return representJson(row, output)
  return byAccept(pagedAnswer(type, row, output, url))
}

/** {@link represent} for a request that takes JSON. */
export function representJson(row: Operation, output: unknown): Representation {
  const written = { body: jsonOf(row, output), fields: JSON_FIELDS }
  return row.mediaTypes ? byAccept(written) : written
}

/** The representation of an already serialized output. */
export function representWritten(
  { mediaTypes }: Operation,
  { bytes }: WrittenJson,
): Representation {
  const written = { body: bytes, fields: JSON_FIELDS }
  return mediaTypes ? byAccept(written) : written
}

/** The answer depends on the Accept header, which caches must know. */
function byAccept({ body, fields }: Representation): Representation {
  return { body, fields: ['Vary', 'Accept', ...fields] }
}

function typeOf(row: Operation, accept: string | undefined, url: URL): MediaType {
  return formats.get(url.searchParams.get('format')) ?? chooseMediaType(row, accept)
}

/** More items, or values of a series, may take milliseconds to serialize at once. */
const [LONG_PAGE, LONG_SERIES] = [100, 2000]
/** So may all values of an answer together, and long texts. */
const HEAVY = 12_288

/**
 * Whether an output is serialized in slices: a long list, a long series, or one with long texts. A part is as long as the
 * whole: what `fields` leaves of a series does not tell its length.
 */
export function isLong(output: unknown): boolean {
  if (output instanceof WrittenJson) return false
  const whole = unprojected(output) ?? {}
  return isLongSeries(whole) || !isLight(whole, HEAVY)
}

function isLongSeries(output: LongParts): boolean {
  const { items, resources, timestamps, values, byThing, byGroup } = output
  const list = items ?? resources
  if (list !== undefined) return list.length > LONG_PAGE
  // Most answers are one record.
  if (!(timestamps || byThing || byGroup)) return false
  const groups = (byGroup ?? []).map(({ values, metrics }) => values ?? metrics)
  const each = timestamps?.length ?? 1
  let count = 0
  for (const one of [values, ...Object.values(byThing ?? {}), ...groups]) {
    count += Object.keys(one ?? {}).length * each
    if (count > LONG_SERIES) return true
  }
  return false
}

/** The potentially long parts of answers: pages, plans, series, and summaries or latest values by thing or group. */
interface LongParts extends Pick<SeriesPage, 'timestamps' | 'values' | 'byThing'> {
  readonly byGroup?: readonly { readonly values?: object; readonly metrics?: object }[] | null
  readonly items?: readonly unknown[]
  readonly resources?: readonly unknown[]
}

/** {@link represent} for a long output, in slices. */
export async function representLong(
  row: Operation,
  output: unknown,
  accept: string | undefined,
  urlOf: () => URL,
): Promise<Representation> {
  const json = () => (row.tier === 'data-read' ? longExactJson(output) : writeJson(output))
  if (!row.mediaTypes) return { body: await inSlices(json()), fields: JSON_FIELDS }
  const url = urlOf()
  const type = typeOf(row, accept, url)
  if (type === 'application/json') {
    return byAccept({ body: await inSlices(json()), fields: JSON_FIELDS })
  }
  const body = await inSlices(tableIn(type, row, output, url))
  return byAccept(withNextPage(type, row, { body, output, url }))
}

/** Serializes an answer about samples as JSON, as if a caller had asked. */
export function rehearseJson(name: OperationName, output: unknown): unknown {
  return isLong(output) ? inSlices(longExactJson(output)) : representJson(operations[name], output)
}

/**
 * Empties the columns of a series after it was serialized. While a request waits, its promises get into V8's old
 * generation, and what they reference is copied by each young collection, though nobody needs it any more.
 */
export function emptySeries(output: unknown): void {
  const { timestamps, values, byThing, byGroup } = unprojected(output) as Partial<SeriesPage>
  // Summaries and latest values are not lists.
  if (timestamps === undefined) return
  const series = [values, ...Object.values(byThing ?? {}), ...(byGroup ?? []).map(valuesOf)]
  const columns = series.flatMap((one) => Object.values(one ?? {}))
  for (const list of [timestamps, ...columns]) {
    if (Array.isArray(list)) list.length = 0
  }
}

function valuesOf({ values }: { readonly values?: object }): object | undefined {
  return values
}

/** Only answers about samples may have numbers that need care. */
function jsonOf({ tier }: Operation, output: unknown): string {
  return tier === 'data-read' ? exactJson(output) : JSON.stringify(output)
}

/** A page or series as a table. The next page is named by a Link header (RFC 8288), since a table has no place for it. */
export function pagedAnswer(
  type: Exclude<MediaType, 'application/json'>,
  row: Operation,
  output: unknown,
  url: URL,
): Representation {
  const body = atOnce(tableIn(type, row, output, url))
  return withNextPage(type, row, { body, output, url })
}

interface Paged extends Pick<Representation, 'body'> {
  readonly output: unknown
  readonly url: URL
}

function withNextPage(
  type: Exclude<MediaType, 'application/json'>,
  { query }: Operation,
  { body, output, url }: Paged,
): Representation {
  const { nextCursor } = unprojected(output) as { nextCursor?: string | null }
  const fields = ['Content-Type', type === 'text/csv' ? 'text/csv; charset=utf-8' : type]
  if (!nextCursor) return { body, fields }
  url.searchParams.set('cursor', nextCursor)
  // A client that follows the link may send no Accept header, but should get the same format.
  if (query && 'format' in query.shape) url.searchParams.set('format', nameOf[type])
  return { body, fields: [...fields, 'Link', `<${url.href}>; rel="next"`] }
}

function tableIn(
  type: Exclude<MediaType, 'application/json'>,
  row: Operation,
  output: unknown,
  url: URL,
): Generator<void, Uint8Array> {
  const { items } = output as { items?: unknown[] }
  if (type === ARROW) return longArrowOfSeries(tablePageOf(output))
  if (items === undefined) return longCsvOfSeries(tablePageOf(output))
  return longCsvOfPage(row.response, { items }, url.searchParams.get('fields') ?? undefined)
}

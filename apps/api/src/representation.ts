import { ARROW, type MediaType, type Operation } from '@sluice/contract'
import { arrowOfSeries, csvOfPage, csvOfSeries, type SeriesPage } from '@sluice/formats'
import { inSlices, writeJson } from '@sluice/runtime'
import { exactJson, longExactJson } from './exact-json.ts'

/**
 * The media type of a row that the Accept header (RFC 9110, 12.5.1) prefers; the row's first where it
 * accepts none.
 */
export function chooseMediaType(
  { mediaTypes = ['application/json'] }: Operation,
  accept: string | undefined,
): MediaType {
  if (mediaTypes.length === 1 && mediaTypes[0]) return mediaTypes[0]
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

interface Range {
  readonly range: string
  readonly quality: number
}

function parseRange(text: string): Range {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { range, quality: Number.isNaN(quality) ? 0 : quality }
}

/** The most specific range that a type falls into decides. */
function qualityOf(type: MediaType, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const found = ranges.find(({ range }) => range === pattern)
    if (found) return found.quality
  }
  return 0
}

/** A successful answer's text or bytes, and the header fields that tell of it, as name, value, name, value. */
export interface Representation {
  readonly body: string | Uint8Array
  readonly fields: readonly string[]
}

const JSON_FIELDS = ['Content-Type', 'application/json']

/** The values of `format` in a query. It wins over the Accept header, since it is there on purpose. */
const formats = new Map<string | null, MediaType>([
  ['json', 'application/json'],
  ['csv', 'text/csv'],
  ['arrow', ARROW],
])

/** Writes an output out as its request asks; `urlOf` answers the request's own URL. */
export function represent(
  row: Operation,
  output: unknown,
  accept: string | undefined,
  urlOf: () => URL,
): Representation {
  if (!row.mediaTypes) return { body: jsonOf(row, output), fields: JSON_FIELDS }
  const url = urlOf()
  const type = formats.get(url.searchParams.get('format')) ?? chooseMediaType(row, accept)
  const written =
    type === 'application/json'
      ? { body: jsonOf(row, output), fields: JSON_FIELDS }
      : pagedAnswer(type, row, output, url)
  return { ...written, fields: ['Vary', 'Accept', ...written.fields] }
}

/** Items or timestamps of an answer beyond which writing it at once may take tens of milliseconds. */
const LONG = 100

/** Whether an output is written in slices: a long list, or a long series. */
export function isLong(output: unknown): boolean {
  const { items, timestamps, values } = (output ?? {}) as Record<string, { length?: number }>
  if (items !== undefined) return (items.length ?? 0) > LONG
  if (timestamps?.length === undefined) return false
  return timestamps.length * Object.keys(values ?? {}).length > LONG * LONG
}

/** {@link represent} of a long output, in slices. */
export async function representLong(
  row: Operation,
  output: unknown,
  accept: string | undefined,
  urlOf: () => URL,
): Promise<Representation> {
  if (!isJson(row, accept, urlOf)) return represent(row, output, accept, urlOf)
  const body = await inSlices(row.tier === 'data-read' ? longExactJson(output) : writeJson(output))
  return { body, fields: row.mediaTypes ? ['Vary', 'Accept', ...JSON_FIELDS] : JSON_FIELDS }
}

function isJson(row: Operation, accept: string | undefined, urlOf: () => URL): boolean {
  if (!row.mediaTypes) return true
  const format = formats.get(urlOf().searchParams.get('format'))
  return (format ?? chooseMediaType(row, accept)) === 'application/json'
}

/** Only answers about samples may hold numbers that need care. */
function jsonOf({ tier }: Operation, output: unknown): string {
  return tier === 'data-read' ? exactJson(output) : JSON.stringify(output)
}

/**
 * A page or a series as a table. The next page is named by a Link header (RFC 8288), since a table has no
 * place for it.
 */
export function pagedAnswer(
  type: Exclude<MediaType, 'application/json'>,
  row: Operation,
  output: unknown,
  url: URL,
): Representation {
  const { nextCursor } = output as { nextCursor?: string | null }
  const isCsv = type === 'text/csv'
  const body = isCsv ? csvOf(row, output, url) : arrowOfSeries(output as SeriesPage)
  const fields = ['Content-Type', isCsv ? 'text/csv; charset=utf-8' : type]
  if (!nextCursor) return { body, fields }
  url.searchParams.set('cursor', nextCursor)
  return { body, fields: [...fields, 'Link', `<${url.href}>; rel="next"`] }
}

function csvOf(row: Operation, output: unknown, url: URL): string {
  const { items } = output as { items?: unknown[] }
  if (items === undefined) return csvOfSeries(output as SeriesPage)
  return csvOfPage(row.response, { items }, url.searchParams.get('fields') ?? undefined)
}

import type { MediaType, Operation } from '@sluice/contract'
import { csvOfPage } from '@sluice/core'

/** The media type of a row's that the Accept header (RFC 9110, 12.5.1) likes best; the row's first for any other. */
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

/** A page as CSV, and the Link header (RFC 8288) to the next one, which CSV itself has no place for. */
export function csvAnswer(row: Operation, output: unknown, url: URL) {
  const page = output as { items: unknown[]; nextCursor: string | null }
  const body = csvOfPage(row.response, page, url.searchParams.get('fields') ?? undefined)
  if (page.nextCursor === null) return { body, headers: {} }
  url.searchParams.set('cursor', page.nextCursor)
  return { body, headers: { Link: `<${url.href}>; rel="next"` } }
}

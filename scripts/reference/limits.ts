import {
  callLimits,
  DEFAULT_BODY_LIMIT,
  ingestLimits,
  integrationBounds,
  labelLimit,
  leakReportLimits,
  openLimit,
  queryLimits,
  SAMPLE_BYTES,
  sizeText,
  storageDefaults,
  tiers,
  usageLimits,
} from '../../packages/contract/src/index.ts'
import { limitRequestBounds } from '../../packages/contract/src/limit-requests.ts'
import { templateLimits } from '../../packages/contract/src/templates.ts'
import { heading, table } from './table.ts'

const count = (figure: number) => figure.toLocaleString('en-US')
const size = (bytes: number) =>
  bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${count(bytes)} bytes`

const rates = `Each tier has a token bucket per organization. How buckets work and how to raise a limit is in the
[guide](../guides/limits.md).`

function rateRows(): string[][] {
  const kept = {
    standard: 'every operation that is in no other tier',
    'data-read': 'timeseries, summary and recent values; usage of keys and limits',
  }
  return [
    ...Object.entries(tiers).map(([tier, { perMinute, burst }]) => [
      `\`${tier}\``,
      kept[tier as keyof typeof kept],
      count(perMinute),
      count(burst),
    ]),
    ['`ingest`', 'sending data, where dedicated ingestion is agreed', 'as agreed', 'as agreed'],
    [
      'none',
      'calls without a key, by client address',
      count(openLimit.perMinute),
      count(openLimit.burst),
    ],
  ]
}

const calls = [
  ['body of a call, after decompression', size(DEFAULT_BODY_LIMIT)],
  ['body of a call that sends data', size(ingestLimits.bodyBytes)],
  ['labels of a resource', count(labelLimit)],
  ['characters of a text', count(callLimits.text)],
  ['elements of a list, or members of a map', count(callLimits.members)],
  ['values of one JSON value, all levels together', count(callLimits.values)],
  ['values of a body, all levels together', count(callLimits.bodyValues)],
  ['members of one object of a body', count(callLimits.bodyMembers)],
  ['characters of the attributes of a thing, as JSON', count(callLimits.attributes)],
  ['levels of a JSON value', count(callLimits.depth)],
  ['faults listed in one answer', count(callLimits.faults)],
]

const sending = [
  ['frames of a call, or blocks of columns', count(ingestLimits.frames)],
  ['things of a call about many', count(ingestLimits.things)],
  ['samples of a call', count(ingestLimits.samples)],
  ['a text value, in UTF-8 bytes', count(ingestLimits.stringBytes)],
  ['how far ahead of the server’s clock a sample may be', `${count(ingestLimits.futureSeconds)} s`],
  ['faults listed in one answer', count(ingestLimits.faults)],
]

const reading = [
  ['things that a query names', count(queryLimits.ids)],
  ['metrics of a query for timeseries or a summary', count(queryLimits.metrics)],
  ['points of a page, by default', count(queryLimits.defaultPoints)],
  ['points of a page, at most', count(queryLimits.points)],
  ['things of a site or fleet in one query', count(queryLimits.things)],
  ['things of a page of summaries or recent values', count(queryLimits.thingsPerPage)],
  ['groups of one query, by site, fleet or label', count(queryLimits.groups)],
  ['series of one page of timeseries', count(queryLimits.series)],
  ['values of one answer', count(queryLimits.values)],
  ['samples that one statement may read', count(queryLimits.rows)],
]

const storage = [
  ['what changes have written for good, by default', sizeText(storageDefaults.changes)],
  ['samples stored, by default', sizeText(storageDefaults.samples)],
  ['a stored sample counts, and a text its length besides', `${SAMPLE_BYTES} bytes`],
]

const templates = [
  ['parameters of a template', count(templateLimits.parameters)],
  ['resources in a template', count(templateLimits.resources)],
  ['characters of a template, as JSON', count(templateLimits.templateCharacters)],
  ['resources of one apply', count(templateLimits.rendered)],
  ['of these, other than things', count(templateLimits.renderedOtherThanThings)],
  ['characters of one apply, as JSON', count(templateLimits.renderedCharacters)],
]

const others = [
  ['integrations of an organization', count(integrationBounds.most)],
  ['thresholds of an integration', count(integrationBounds.thresholds)],
  ['overlap of two signing secrets', `${count(integrationBounds.overlapSeconds)} s`],
  ['open requests for higher limits', count(limitRequestBounds.open)],
  ['days that calls are kept', count(usageLimits.days)],
  ['key strings in one leak report', count(leakReportLimits.strings)],
  ['characters of text in one leak report', count(leakReportLimits.textLength)],
]

export function limitsPage(): string {
  const figures = (rows: string[][]) => table(['what', 'at most'], rows, ['left', 'right'])
  return [
    heading('Limits', '`packages/contract/src`'),
    'A call beyond a bound is refused with a [problem](problems.md) that names the bound.',
    '## Rates',
    rates,
    table(['tier', 'operations', 'a minute', 'burst'], rateRows(), [
      'left',
      'left',
      'right',
      'right',
    ]),
    '## Calls',
    'These hold where an operation states no bound of its own.',
    figures(calls),
    '## Sending data',
    figures(sending),
    '## Reading data',
    figures(reading),
    '## Storage',
    'Quotas of an organization: see the [guide](../guides/limits.md#storage).',
    figures(storage),
    '## Templates',
    figures(templates),
    '## Others',
    figures(others),
  ].join('\n\n')
}

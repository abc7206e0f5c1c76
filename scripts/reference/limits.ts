import { maxHeaderSize } from 'node:http'
import { expressionLimits } from '../../packages/contract/src/expressions.ts'
import { memberLimit } from '../../packages/contract/src/fleets.ts'
import {
  callLimits,
  DEFAULT_BODY_LIMIT,
  ingestLimits,
  integrationBounds,
  labelLimit,
  leakReportLimits,
  mappingLimits,
  mappingTrialLimits,
  openLimit,
  queryLimits,
  redeliveryLimits,
  reserveLimit,
  SAMPLE_BYTES,
  sizeText,
  storageDefaults,
  thingChangeLimit,
  thingLimits,
  tiers,
  usageLimits,
} from '../../packages/contract/src/index.ts'
import { keyLimits } from '../../packages/contract/src/keys.ts'
import { limitRequestBounds } from '../../packages/contract/src/limit-requests.ts'
import { pageLimits } from '../../packages/contract/src/primitives.ts'
import { templateLimits } from '../../packages/contract/src/templates.ts'
import { thingBatchLimits } from '../../packages/contract/src/thing-batches.ts'
import { MAX_OPEN } from '../../packages/core/src/members/invitations/most-open.ts'
import { savedViewLimits } from '../../packages/core/src/saved-views/view.ts'
import { LISTED_FAULTS } from '../../packages/runtime/src/problem.ts'
import { heading, table } from './table.ts'

const count = (figure: number) => figure.toLocaleString('en-US')
const size = (bytes: number) =>
  bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${count(bytes)} bytes`

const rates = `Each tier has a token bucket per organization. For how buckets work and how to raise a limit, see the
[guide](../guides/limits.md).`

function rateRows(): string[][] {
  const kept = {
    standard: 'every operation that is not in another tier',
    'data-read':
      'timeseries, summary and recent values; the request log; usage, suggestions and replays of keys; usage of the organization and its limits',
  }
  return [
    ...Object.entries(tiers).map(([tier, { perMinute, burst }]) => [
      `\`${tier}\``,
      kept[tier as keyof typeof kept],
      count(perMinute),
      count(burst),
    ]),
    ['`ingest`', 'sending data, with dedicated ingestion', 'as agreed', 'as agreed'],
    [
      'none',
      'calls without a key, by client address',
      count(openLimit.perMinute),
      count(openLimit.burst),
    ],
    [
      'none',
      'revoking keys and reading the limits while the tier is empty, by key and node',
      count(reserveLimit.perMinute),
      count(reserveLimit.burst),
    ],
  ]
}

const calls = [
  ['size of a body, after decompression', size(DEFAULT_BODY_LIMIT)],
  ['size of the request line and the headers', sizeText(maxHeaderSize)],
  ['characters of an Idempotency-Key', count(callLimits.idempotencyKey)],
  ['items per page of a list, by default', count(pageLimits.usual)],
  ['items per page of a list, at most', count(pageLimits.items)],
  ['labels of a resource', count(labelLimit)],
  ['characters of a text', count(callLimits.text)],
  ['elements of a list, or members of a map', count(callLimits.members)],
  ['values in a JSON value, over all levels', count(callLimits.values)],
  ['values in a body, over all levels', count(callLimits.bodyValues)],
  ['members of one object in a body', count(callLimits.bodyMembers)],
  ['characters of a member’s name in a body', count(callLimits.bodyName)],
  ['characters of the attributes of a thing, as JSON', count(callLimits.attributes)],
  ['nesting depth of a JSON value', count(callLimits.depth)],
  ['errors of lengths, counts and depths listed in one response', count(callLimits.faults)],
  ['other errors listed in one response', count(LISTED_FAULTS)],
]

const sending = [
  ['size of a body, after decompression', size(ingestLimits.bodyBytes)],
  ['size of a body of remote write or OTLP', size(ingestLimits.seriesBodyBytes)],
  ['frames, or blocks of columns, in a call', count(ingestLimits.frames)],
  ['things in a call', count(ingestLimits.things)],
  ['samples in a call', count(ingestLimits.samples)],
  ['length of a text value, in UTF-8 bytes', count(ingestLimits.stringBytes)],
  [
    'time that a sample may be ahead of the server’s clock',
    `${count(ingestLimits.futureSeconds)} s`,
  ],
  ['errors listed in one response', count(ingestLimits.faults)],
]

const reading = [
  ['things named in a query', count(queryLimits.ids)],
  ['metrics in a query for timeseries or a summary', count(queryLimits.metrics)],
  ['points per page, by default', count(queryLimits.defaultPoints)],
  ['points per page, at most', count(queryLimits.points)],
  ['conditions of raw samples (where)', count(queryLimits.conditions)],
  ['things in one query of a site, fleet or selection', count(queryLimits.things)],
  ['things per page of summaries or recent values', count(queryLimits.thingsPerPage)],
  ['groups in a query, by site, fleet or label', count(queryLimits.groups)],
  ['series per page of timeseries', count(queryLimits.series)],
  ['values in one response', count(queryLimits.values)],
  ['samples that one statement may read', count(queryLimits.rows)],
]

const storage = [
  ['data written permanently by changes, by default', sizeText(storageDefaults.changes)],
  ['stored samples, by default', sizeText(storageDefaults.samples)],
  ['size counted per stored sample; a text also counts its length', `${SAMPLE_BYTES} bytes`],
]

const keys = [
  ['scopes of a key', count(keyLimits.scopes)],
  ['entries of an allow-list', count(keyLimits.allowedIpCidrs)],
  ['overlap of the old and new key in a rotation', `${count(keyLimits.overlapSeconds)} s`],
  ['keys that the other filters leave, in a list filtered by `reaches`', count(keyLimits.reaching)],
]

const things = [
  ['fleets of a thing', count(thingLimits.fleets)],
  ['things created or updated in one call', count(thingBatchLimits.things)],
  ['size of the body of such a call', size(thingBatchLimits.bodyBytes)],
  ['things in one call that applies one change', count(thingChangeLimit)],
  ['things added to a fleet in one call; the same for removed', count(memberLimit)],
]

const mappings = [
  ['mappings of an organization', count(mappingLimits.mappings)],
  ['matchers in match; the same in drop', count(mappingLimits.matchers)],
  ['labels of a matcher', count(mappingLimits.labels)],
  ['characters of a pattern', count(mappingLimits.patternLength)],
  ['`*` in a pattern', count(mappingLimits.wildcards)],
  ['ignored labels', count(mappingLimits.ignoredLabels)],
  ['entries of metrics', count(mappingLimits.metrics)],
  ['characters of an expression', count(expressionLimits.characters)],
  ['alternatives of an expression', count(expressionLimits.alternatives)],
  ['labels of an alternative', count(expressionLimits.labels)],
  ['characters of a label’s name in an expression', count(expressionLimits.labelCharacters)],
  ['characters of a text to try', count(mappingTrialLimits.characters)],
  ['samples of a text to try', count(mappingTrialLimits.samples)],
]

const templates = [
  ['parameters of a template', count(templateLimits.parameters)],
  ['resources in a template', count(templateLimits.resources)],
  ['characters of a template, as JSON', count(templateLimits.templateCharacters)],
  ['resources in one application', count(templateLimits.rendered)],
  ['of these, resources other than things', count(templateLimits.renderedOtherThanThings)],
  ['characters of one application, as JSON', count(templateLimits.renderedCharacters)],
  ['characters of one of its resources, as JSON', count(templateLimits.resourceCharacters)],
]

const others = [
  ['integrations of an organization', count(integrationBounds.most)],
  ['thresholds of an integration', count(integrationBounds.thresholds)],
  ['overlap of the old and new signing secret', `${count(integrationBounds.overlapSeconds)} s`],
  ['deliveries named in one call to redeliver', count(redeliveryLimits.named)],
  ['deliveries that one call redelivers', count(redeliveryLimits.made)],
  ['open requests for higher limits', count(limitRequestBounds.open)],
  ['days for which calls are kept', count(usageLimits.days)],
  ['key strings in one leak report', count(leakReportLimits.strings)],
  ['characters of text in one leak report', count(leakReportLimits.textLength)],
  ['saved views of an organization', count(savedViewLimits.views)],
  ['open invitations of an organization', count(MAX_OPEN)],
]

export function limitsPage(): string {
  const figures = (rows: string[][]) => table(['what', 'at most'], rows, ['left', 'right'])
  return [
    heading('Limits', '`packages/contract/src`'),
    'A call that exceeds a limit is refused with a [problem](problems.md) that names the limit.',
    '## Rates',
    rates,
    table(['tier', 'operations', 'a minute', 'burst'], rateRows(), [
      'left',
      'left',
      'right',
      'right',
    ]),
    '## Calls',
    'These apply unless an operation has a limit of its own.',
    figures(calls),
    '## Sending data',
    figures(sending),
    '## Reading data',
    figures(reading),
    '## Keys',
    figures(keys),
    '## Things',
    figures(things),
    '## Mappings',
    figures(mappings),
    '## Storage',
    'Quotas per organization: see the [guide](../guides/limits.md#storage).',
    figures(storage),
    '## Templates',
    figures(templates),
    '## Others',
    figures(others),
  ].join('\n\n')
}

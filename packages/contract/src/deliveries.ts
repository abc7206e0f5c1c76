import { z } from 'zod'
import { integrationParams } from './integrations.ts'
import { operation } from './operation.ts'
import { countedListQuery, countedPage, fields, idInPath, instant, timeSort } from './primitives.ts'
import { deliveryStatuses } from './words.ts'

const delivery = z
  .object({
    id: z.string().describe('Id of the delivery'),
    integrationId: z.string().describe('Id of the integration'),
    eventId: z.string().describe('The webhook-id header, the same for every attempt'),
    eventType: z.string().describe('Type of the event'),
    resource: z.string().nullable().describe("The resource's path. Null if withheld"),
    withheld: z
      .boolean()
      .describe(
        "The caller may read the integration, but not the resource of this event: its resource, payload and the receiver's response are null",
      ),
    status: z
      .enum(deliveryStatuses)
      .describe(
        'Pending: an attempt is due. Succeeded: the receiver responded 2xx. Failed: no attempts are left',
      ),
    tries: z.int().describe('Attempts since it was created, or last redelivered manually'),
    dueAt: z
      .string()
      .nullable()
      .describe('When the next attempt is due. UTC. Null if there is none'),
    occurredAt: z.string().describe('When the event happened. UTC'),
    finishedAt: z
      .string()
      .nullable()
      .describe('When it succeeded or failed. UTC. Null while it is pending'),
    lastStatus: z.int().nullable().describe('HTTP status of the last response. Null without one'),
    lastError: z
      .string()
      .nullable()
      .describe('Why the last attempt failed, or why none is made. Null otherwise'),
  })
  .meta({ id: 'Delivery', description: 'An event on its way to an integration' })

/**
 * One event on its way to one integration: its status, its tries and the last answer. Times are
 * UTC.
 */
export type Delivery = z.output<typeof delivery>

const headers = z.record(z.string(), z.string())

const deliveryDetail = delivery
  .extend({
    payload: z
      .object({
        type: z.string().describe('Type of the event'),
        timestamp: z.string().describe('When it happened. UTC'),
        data: z.record(z.string(), z.unknown()).describe('The payload of an event of this type'),
      })
      .nullable()
      .describe(
        'The body that is sent, without the states of a thing that the caller may not read. Null if withheld',
      ),
    attempts: z
      .array(
        z.object({
          at: z.string().describe('When it was sent. UTC'),
          durationSeconds: z.number().describe('Seconds until the response, or until it failed'),
          requestHeaders: headers.describe('As sent, without the signature'),
          status: z.int().nullable().describe('HTTP status of the response. Null: no response'),
          responseHeaders: headers
            .nullable()
            .describe('Null: no response, or withheld because a part of the payload is'),
          responseBody: z
            .string()
            .nullable()
            .describe('The start of the body. Null: no response, or withheld, like the headers'),
          error: z.string().nullable().describe('Why the attempt failed. Null if it did not'),
        }),
      )
      .describe('The newest first, at most 50'),
  })
  .meta({ id: 'DeliveryDetail', description: 'A delivery with its body and its latest attempts' })

/**
 * A {@link Delivery} with its payload and the newest attempts: requests without signatures,
 * answers cut to a bounded length.
 */
export type DeliveryDetail = z.output<typeof deliveryDetail>

const deliveryParams = integrationParams.extend({
  deliveryId: idInPath('delivery', '4VwtlkzKyhcceFTb'),
})
/** Deliveries that one call can name, that one call makes due, and whose events it checks against what the setter may read. */
export const redeliveryLimits = { named: 100, made: 1000, checked: 5000 } as const

const { named, made, checked } = redeliveryLimits

const redelivery = z
  .strictObject({
    deliveryIds: z
      .array(z.string().min(1, 'must not be empty').max(64, 'must have at most 64 characters'))
      .min(1, 'must have at least one delivery')
      .max(named, `must have at most ${named} deliveries`)
      .optional()
      .describe('These deliveries, whatever their state. Default: all failed ones'),
    from: instant
      .optional()
      .describe('Failed ones of events since this time. ISO 8601 with an offset, or -24h'),
    to: instant
      .optional()
      .describe('Failed ones of events before this time. ISO 8601 with an offset, -1h or now'),
    validateOnly: z
      .boolean()
      .default(false)
      .describe('Change nothing, and return what would be redelivered'),
  })
  .refine(({ deliveryIds, from, to }) => deliveryIds === undefined || (from ?? to) === undefined, {
    error: 'must have either deliveryIds or a range',
  })
  .meta({ id: 'Redelivery', description: 'Which deliveries to repeat' })
  .prefault({})

const redelivered = z
  .object({
    validateOnly: z.boolean().describe('Nothing was changed'),
    deliveries: z.int().describe(`Deliveries that are due now, at most ${made} a call`),
    outOfReach: z
      .int()
      .describe(
        'Of those checked, left as they are: whoever set the URL may not read these events',
      ),
    missing: z.array(z.string()).describe('Ids that name no delivery of this integration'),
    remaining: z
      .int()
      .describe(
        `Further failed ones in the range. Call again until \`deliveries\` is 0. If whoever set the URL may not read everything, a call checks ${checked} events at most, last those that could not be sent before: to reach others, set \`from\``,
      ),
  })
  .meta({ id: 'Redelivered', description: 'What is redelivered' })

const common = { tier: 'standard', tag: 'Integrations' } as const
const read = { action: 'read', resource: 'integration', target: 'one' } as const
const write = { ...read, action: 'write' } as const

const notDelivering =
  'while the integration is disabled or drops events, and if the key that set its URL is no longer active, or the person who set it may no longer set one'

/** The rows of an integration's deliveries. */
export const deliveryOperations = {
  'integrations.test': operation({
    ...common,
    method: 'POST',
    path: '/v2/integration/{integrationId}/test',
    access: write,
    summary: 'Send a test event',
    description: `Sends an \`integration.test\` event before all pending deliveries, whatever its event types and filter. 409 ${notDelivering}.`,
    params: integrationParams,
    status: 202,
    response: delivery,
  }),
  'integrations.deliveries': operation({
    ...common,
    method: 'GET',
    path: '/v2/integration/{integrationId}/deliveries',
    access: read,
    summary: 'List deliveries',
    description:
      'In the order in which the events were recorded. Finished deliveries are kept for 30 days, as are those pending for an integration that is disabled or withheld.',
    params: integrationParams,
    query: z.strictObject({
      ...countedListQuery,
      sort: timeSort('occurredAt'),
      status: z.enum(deliveryStatuses).optional().describe('Deliveries in this state'),
      from: instant
        .optional()
        .describe('Of events since this time, inclusive. ISO 8601 with an offset, or -24h'),
      to: instant
        .optional()
        .describe('Of events before this time. ISO 8601 with an offset, -1h or now'),
    }),
    status: 200,
    response: countedPage(delivery),
  }),
  'integrations.delivery': operation({
    ...common,
    method: 'GET',
    path: '/v2/integration/{integrationId}/delivery/{deliveryId}',
    access: read,
    summary: 'Get a delivery',
    description:
      'What was sent, and every request and response, truncated to a maximum length. The payload is shown to callers who may read its resource.',
    params: deliveryParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: deliveryDetail,
  }),
  'integrations.redeliver': operation({
    ...common,
    method: 'POST',
    path: '/v2/integration/{integrationId}/delivery/{deliveryId}/redeliver',
    access: write,
    summary: 'Redeliver an event',
    description: `Makes a delivery due at once, with all its attempts, whatever its state. The event keeps its \`webhook-id\`, so a receiver can detect the repeat. 409 ${notDelivering}. 409 as well if whoever set the URL may not read the event.`,
    params: deliveryParams,
    status: 202,
    response: delivery,
  }),
  'integrations.redeliverMany': operation({
    ...common,
    method: 'POST',
    path: '/v2/integration/{integrationId}/redeliver',
    access: write,
    summary: 'Redeliver many events',
    description: `Makes the failed deliveries of a time range due at once, oldest first, or up to ${named} deliveries by id. They are sent at the usual rate. validateOnly changes nothing and returns how many there are. 409 ${notDelivering}.`,
    params: integrationParams,
    body: redelivery,
    status: 202,
    response: redelivered,
    example: {
      body: { from: '2026-06-01T08:00:00Z', to: '2026-06-01T12:00:00Z', validateOnly: true },
    },
  }),
}

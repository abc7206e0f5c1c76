import { z } from 'zod'
import {
  enabled,
  eventFilter,
  eventTypeList,
  integration,
  integrationBounds,
  integrationWithSecret,
  receiverUrl,
  thresholds,
} from './integration-fields.ts'
import { operation } from './operation.ts'
import {
  countedListQuery,
  countedPage,
  draftFields,
  fields,
  id,
  idInPath,
  labelFilter,
  patchFields,
  sort,
  text,
} from './primitives.ts'

/** The body that creates an integration. `metric.*` events need thresholds. */
export const integrationDraft = z
  .strictObject({
    ...draftFields,
    url: receiverUrl,
    eventTypes: eventTypeList,
    resourceFilter: eventFilter.default('#'),
    thresholds: thresholds.default([]),
    enabled: enabled.default(true),
  })
  .meta({ id: 'IntegrationCreate', description: 'A new integration' })

const integrationPatch = z
  .strictObject({
    ...patchFields,
    url: receiverUrl.optional(),
    eventTypes: eventTypeList.optional(),
    resourceFilter: eventFilter.optional(),
    thresholds: thresholds.optional(),
    enabled: enabled.optional(),
  })
  .meta({
    id: 'IntegrationUpdate',
    description: 'Changes to an integration. Lists are replaced as a whole',
  })

const { overlapSeconds } = integrationBounds

const secretRotation = z
  .strictObject({
    overlapSeconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must be at least 0')
      .max(overlapSeconds, `must be at most ${overlapSeconds}, which is 7 days`)
      .default(86_400)
      .describe(
        'Seconds for which deliveries are also signed with the old secret. 0: it stops at once',
      ),
  })
  .meta({ id: 'IntegrationRotateSecret', description: 'How the signing secret is rotated' })
  .prefault({})

/** Path parameters of the rows of one integration. */
export const integrationParams = z.strictObject({
  integrationId: idInPath('integration', 'dispatch'),
})

/** Integrations that one call can name. */
export const mostTriedIntegrations = 100

const tried = z.object({
  succeeded: z.int().describe('Attempts that the receiver answered with 2xx'),
  failed: z.int().describe('Other tries'),
  successRatio: z.number().nullable().describe('From 0 to 1. Null without attempts'),
})

const tries = z
  .object({
    items: z
      .array(
        z.object({
          integrationId: z.string().describe('Id of the integration'),
          day: tried.describe('In the last 24 hours, including the current one'),
          week: tried.describe('In the last 7 days, including the current hour'),
        }),
      )
      .describe('In the order of the request'),
  })
  .meta({ id: 'IntegrationTries', description: 'How often deliveries succeeded' })

/** Delivery attempts by integration, and how many of them succeeded. */
export type IntegrationTries = z.output<typeof tries>

const common = { tier: 'standard', tag: 'Integrations' } as const

/** The rows of integrations. For their deliveries see `deliveries.ts`. */
export const integrationOperations = {
  'integrations.create': operation({
    ...common,
    method: 'POST',
    path: '/v2/integrations',
    access: { action: 'write', resource: 'integration', target: 'new' },
    summary: 'Create an integration',
    description:
      'Creates a webhook, signed as in Standard Webhooks. Returns the signing secret, once. The caller must be allowed to read every resource whose events are sent.',
    body: integrationDraft,
    status: 201,
    response: integrationWithSecret,
    secretField: 'secret',
    example: {
      body: {
        id: 'dispatch',
        name: 'Dispatch',
        url: 'https://dispatch.example/hooks/sluice',
        eventTypes: ['thing.stale', 'metric.breached', 'metric.cleared'],
        resourceFilter: 'PLACE/Fleet/north/THING/#/#',
        thresholds: [{ metric: 'temperature', above: 8 }],
      },
    },
  }),
  'integrations.list': operation({
    ...common,
    method: 'GET',
    path: '/v2/integrations',
    access: { action: 'read', resource: 'integration', target: 'many' },
    summary: 'List integrations',
    description: 'Lists the integrations that the caller may read.',
    query: z.strictObject({
      ...countedListQuery,
      sort,
      text,
      label: labelFilter,
      failing: z
        .enum(['true', 'false'], { error: 'must be true or false' })
        .optional()
        .describe('true: those with `failingSince`. false: the others'),
    }),
    status: 200,
    response: countedPage(integration),
  }),
  'integrations.tries': operation({
    ...common,
    method: 'GET',
    path: '/v2/integrations/tries',
    access: { action: 'read', resource: 'integration', target: 'many' },
    summary: 'Count delivery attempts of integrations',
    description: `How many delivery attempts succeeded and failed, for up to ${mostTriedIntegrations} integrations. Those that the caller may not read are omitted.`,
    query: z.strictObject({
      integrations: z
        .string({ error: 'must be integration ids, comma-separated' })
        .transform((text) => [...new Set(text.split(',').map((one) => one.trim()))])
        .pipe(
          z.array(id).max(mostTriedIntegrations, `must be at most ${mostTriedIntegrations} ids`),
        )
        .describe(`Comma-separated integration ids. At most ${mostTriedIntegrations}`),
    }),
    status: 200,
    response: tries,
    example: { query: { integrations: 'dispatch' } },
  }),
  'integrations.get': operation({
    ...common,
    method: 'GET',
    path: '/v2/integration/{integrationId}',
    access: { action: 'read', resource: 'integration', target: 'one' },
    summary: 'Get an integration',
    description: 'Returns one integration, without its secret.',
    params: integrationParams,
    query: z.strictObject({ fields }),
    status: 200,
    response: integration,
  }),
  'integrations.update': operation({
    ...common,
    method: 'PATCH',
    path: '/v2/integration/{integrationId}',
    access: { action: 'write', resource: 'integration', target: 'one' },
    summary: 'Update an integration',
    description:
      'JSON merge patch (RFC 7396). Changing the URL, event types, filter or thresholds needs `read` on everything that was or will be delivered, because pending deliveries and redeliveries go to the new URL. Setting `url`, even to the same value, takes the integration over: from then on it sends what the caller may read. While it is disabled no events are recorded; pending deliveries continue when it is enabled again.',
    params: integrationParams,
    body: integrationPatch,
    status: 200,
    response: integration,
    example: { body: { enabled: false } },
  }),
  'integrations.rotateSecret': operation({
    ...common,
    method: 'POST',
    path: '/v2/integration/{integrationId}/rotate-secret',
    conditional: true,
    access: { action: 'write', resource: 'integration', target: 'one' },
    summary: 'Rotate the signing secret',
    description:
      'Returns a new secret, once. Until the overlap ends, every request has two signatures, one with each secret. An older one, whose overlap has not ended, stops at once.',
    params: integrationParams,
    body: secretRotation,
    status: 200,
    response: integrationWithSecret,
    secretField: 'secret',
    example: { body: { overlapSeconds: 86_400 } },
  }),
  'integrations.delete': operation({
    ...common,
    method: 'DELETE',
    path: '/v2/integration/{integrationId}',
    access: { action: 'write', resource: 'integration', target: 'one' },
    summary: 'Delete an integration',
    description: 'Deletes its pending deliveries and its delivery log too.',
    params: integrationParams,
    status: 204,
    response: z.null(),
  }),
}

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
    description: 'What changes in an integration. Lists are replaced whole',
  })

const { overlapSeconds } = integrationBounds

const secretRotation = z
  .strictObject({
    overlapSeconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must be at least 0')
      .max(overlapSeconds, `must be at most ${overlapSeconds}, which is 7 days`)
      .default(86_400)
      .describe('Seconds for which the old secret signs too. 0: it stops at once'),
  })
  .meta({ id: 'IntegrationRotateSecret', description: 'How the signing secret is rotated' })
  .prefault({})

/** Path parameters of the rows of one integration. */
export const integrationParams = z.strictObject({
  integrationId: idInPath('integration', 'dispatch'),
})
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
      'Creates a webhook, signed by Standard Webhooks. Returns the signing secret, once. The caller must be allowed to read every resource whose events are sent.',
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
      'JSON merge patch (RFC 7396). A change of the URL, the event types, the filter or the thresholds needs `read` on all that was delivered before and will be: what waits, or is delivered again, goes to the new URL. While it is disabled nothing is noted for it; what was waiting goes on when it is enabled again.',
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
    access: { action: 'write', resource: 'integration', target: 'one' },
    summary: 'Rotate the signing secret',
    description:
      'Returns a new secret, once. Until the overlap ends, every request has two signatures: by the new secret and by the old one.',
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

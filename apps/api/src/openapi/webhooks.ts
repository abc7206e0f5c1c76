import { eventBodies, eventSummaries, type SentEventType, testEventType } from '@sluice/contract'
import { exampleEvent } from '@sluice/contract/examples'
import { type Json, schemas } from './schemas.ts'

const header = (name: string, description: string) => {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

/** Header fields of every delivery (Standard Webhooks). */
const parameters = [
  header('webhook-id', 'The same in every attempt. Use it to detect duplicates'),
  header('webhook-timestamp', 'When this attempt was sent, in epoch seconds'),
  header(
    'webhook-signature',
    'Space-separated `v1,<base64>`: HMAC-SHA256 of id, timestamp and body, joined by dots, one signature for each valid secret',
  ),
]

const responses = {
  '2XX': { description: 'Accepted. Any other response is retried: ten attempts over three days' },
  '410': { description: 'No more events are wanted: the integration is disabled' },
}

/** What integrations are sent: the document's section `webhooks`, by type of event. */
export function webhooks(): Json {
  const types = Object.keys(eventBodies) as SentEventType[]
  return Object.fromEntries(types.map((type) => [type, { post: webhook(type) }]))
}

function webhook(type: SentEventType): Json {
  return {
    operationId: `webhook.${type}`,
    tags: ['Integrations'],
    summary: eventSummaries[type],
    description: `${receiversOf(type)} Deliveries are signed, arrive at least once, and in order for each resource.`,
    security: [],
    parameters,
    requestBody: {
      description: eventSummaries[type],
      required: true,
      content: {
        'application/json': { schema: schemas.events[type], example: exampleEvent(type) },
      },
    },
    responses,
  }
}

function receiversOf(type: SentEventType): string {
  return type === testEventType
    ? 'Posted to the integration that is tested.'
    : `Posted to integrations that subscribe to \`${type}\`.`
}

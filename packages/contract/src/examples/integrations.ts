import { thing } from './things.ts'
import { person, stamps } from './times.ts'

const integration = {
  ...{ id: 'dispatch', name: 'Dispatch', description: '', labels: {} },
  ...{ url: 'https://dispatch.example/hooks', eventTypes: ['thing.updated'] },
  ...{ resourceFilter: 'THING/truck/#', thresholds: [], enabled: true, disabledReason: null },
  ...{
    urlKeyId: null,
    urlUserId: person.id,
    withheldReason: null,
    droppingSince: null,
    failingSince: null,
    previousSecretUntil: null,
  },
  ...stamps,
}
const resource = 'THING/truck/truck-7'
const delivery = {
  ...{ id: '4VwtlkzKyhcceFTb', integrationId: 'dispatch', eventId: 'AMJzeArCYoOKjgI7' },
  ...{
    eventType: 'thing.updated',
    resource,
    withheld: false,
    status: 'Succeeded',
    tries: 1,
    dueAt: null,
  },
  ...{ occurredAt: stamps.updatedAt, finishedAt: '2026-06-01T09:30:00.240Z' },
  ...{ lastStatus: 204, lastError: null },
}

/** Answers about integrations, by the name of their schema. */
export const integrationAnswers = {
  Integration: integration,
  IntegrationWithSecret: { ...integration, secret: 'whsec_<shown once>' },
  Delivery: delivery,
  IntegrationTries: {
    items: [
      {
        integrationId: 'dispatch',
        day: { succeeded: 48, failed: 2, successRatio: 0.96 },
        week: { succeeded: 400, failed: 2, successRatio: 0.995 },
      },
    ],
  },
  Redelivered: { validateOnly: true, deliveries: 12, outOfReach: 0, missing: [], remaining: 0 },
  DeliveryDetail: {
    ...delivery,
    payload: {
      ...{ type: 'thing.updated', timestamp: stamps.updatedAt },
      data: { resource, thing, previous: { labels: {} } },
    },
    attempts: [
      {
        ...{ at: '2026-06-01T09:30:00.180Z', durationSeconds: 0.06, status: 204, error: null },
        requestHeaders: { 'content-type': 'application/json', 'webhook-id': delivery.eventId },
        ...{ responseHeaders: { date: 'Mon, 01 Jun 2026 09:30:00 GMT' }, responseBody: '' },
      },
    ],
  },
}

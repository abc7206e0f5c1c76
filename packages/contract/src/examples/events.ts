import type { SentEventType } from '../events.ts'
import { keyAnswers } from './keys.ts'
import { thing } from './things.ts'
import { person } from './times.ts'

const resource = 'THING/truck/truck-7'
const { Key: key } = keyAnswers
const ofKey = `KEY/${key.id}`
const crossing = {
  ...{ resource, metric: 'temperature', timestamp: '2026-06-01T11:59:58.000Z' },
  ...{ threshold: { above: 8, below: null }, thing },
}

const data: Readonly<Record<SentEventType, object>> = {
  'thing.created': { resource, actor: person, thing },
  'thing.updated': { resource, actor: person, thing, previous: { name: 'Truck seven' } },
  'thing.deleted': { resource, actor: person, thing },
  'thing.online': { resource, thing },
  'thing.stale': { resource, thing },
  'metric.breached': { ...crossing, value: 9.5 },
  'metric.cleared': { ...crossing, value: 7.5 },
  'key.created': { resource: ofKey, actor: person, key },
  'key.revoked': {
    ...{ resource: ofKey, actor: person },
    key: { ...key, status: 'Revoked', revokedAt: '2026-06-01T12:00:00.000Z', revokedBy: person },
  },
  'key.expired': { resource: ofKey, key: { ...key, status: 'Expired' } },
  'limit.exhausted': { resource: 'ORGANIZATION', tier: 'standard', keyId: key.id },
  'quota.reached': {
    ...{ resource: 'ORGANIZATION', kind: 'samples', percent: 80 },
    ...{ usedBytes: 86_973_087_744, mostBytes: 107_374_182_400 },
  },
  'integration.test': {
    resource: 'INTEGRATION/dispatch',
    message: 'A test event of the integration Dispatch.',
  },
}

/** The body that a receiver gets. */
export function exampleEvent(type: SentEventType): object {
  return { type, timestamp: '2026-06-01T12:00:00.000Z', data: data[type] }
}

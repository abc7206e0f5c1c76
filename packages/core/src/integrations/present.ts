import type { Integration } from '@sluice/contract'
import { etagOf } from '../resources/etag.ts'
import type { SetRow } from './set-row.ts'
import { withheldReason } from './withheld-reason.ts'

/** An integration's public record, without its secret. */
export function presentIntegration(row: SetRow, now: Date): Integration {
  const until = row.previousSecretUntil
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    labels: row.labels as Integration['labels'],
    url: row.url,
    eventTypes: row.eventTypes as Integration['eventTypes'],
    resourceFilter: row.resourceFilter,
    thresholds: row.thresholds as Integration['thresholds'],
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    urlKeyId: row.urlKeyId,
    urlUserId: row.urlKeyId === null ? row.urlUserId : null,
    withheldReason: withheldReason(row, now),
    droppingSince: row.droppingSince?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: until && until > now ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    etag: etagOf(row),
  }
}

import type { Database, Transaction } from '../database/client.ts'

/** The task of the job queue that makes an integration's deliveries. */
export const DELIVER = 'deliver'

/** What the task is told. */
export interface DeliverJob {
  readonly organizationId: string
  readonly integrationId: string
}

/**
 * Queues the deliveries of integrations of an organization, at once. One job an integration: its key makes
 * a second one take the place of the first. In one order, so that no two transactions wait for each other.
 */
export async function wakeDeliveries(
  db: Database | Transaction,
  organizationId: string,
  integrationIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(integrationIds)].sort()
  await db.$queryRaw`
    SELECT 1 AS queued FROM (
      SELECT graphile_worker.add_job(
        ${DELIVER}, json_build_object('organizationId', ${organizationId}::text, 'integrationId', id),
        job_key := ${`${DELIVER}/${organizationId}/`}::text || id)
      FROM unnest(${ids}::text[]) AS id) AS jobs`
}

/**
 * Queues the deliveries of one integration for a later time, unless they are queued already: whoever queued them
 * meanwhile knew of something newer.
 */
export async function wakeDeliveriesAt(
  db: Database | Transaction,
  { organizationId, integrationId }: DeliverJob,
  at: Date,
): Promise<void> {
  await db.$queryRaw`
    SELECT 1 AS queued FROM (
      SELECT graphile_worker.add_job(
        ${DELIVER},
        json_build_object('organizationId', ${organizationId}::text, 'integrationId', ${integrationId}::text),
        run_at := ${at}, job_key := ${`${DELIVER}/${organizationId}/${integrationId}`}::text,
        job_key_mode := 'preserve_run_at')) AS jobs`
}

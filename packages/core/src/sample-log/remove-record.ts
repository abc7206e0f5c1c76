import { notFound } from '@sluice/runtime'
import type { Database } from '../database/client.ts'

/**
 * Removes a record from the shared log that cannot be stored, so that nothing waits for its samples any more. No query
 * returns them from then on.
 *
 * @param keep gets the record; if it throws, the record stays
 * @throws not-found if there is none, or it has not been set aside
 */
export async function removeRecord(
  { db }: { readonly db: Database },
  { partition, position }: { readonly partition: number; readonly position: bigint },
  keep: (record: Uint8Array) => void,
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Locked first, as by all that change parked records.
    await tx.$queryRaw`SELECT 1 FROM sample_flushers WHERE partition = ${partition} FOR UPDATE`
    const where = { partition_position: { partition, position }, parked: true }
    const found = await tx.sampleRecord.findUnique({ where, select: { record: true } })
    if (!found) throw notFound('record that was set aside at position', String(position))
    await tx.sampleRecord.delete({ where, select: { position: true } })
    const by = { where: { partition } }
    await tx.sampleFlusher.update({ ...by, data: { parked: { decrement: 1 } } })
    const bytes = found.record.length
    await tx.samplePartition.update({ ...by, data: { pendingBytes: { decrement: bytes } } })
    keep(found.record)
  })
}

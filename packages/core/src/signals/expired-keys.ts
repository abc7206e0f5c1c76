import type { Core } from '../context.ts'
import { publish } from '../events/index.ts'
import { presentKey } from '../keys/index.ts'
import { keyPath } from '../scopes/index.ts'

/** How long a transaction that sets an expiry may take to become visible. */
const MARGIN_MS = 5_000

const NAME = 'expired keys'

/** Tells of the keys that expired since the last call: once, however many processes call. */
export function tellExpiredKeys({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const upTo = new Date(clock().getTime() - MARGIN_MS)
  return db.$transaction(async (transaction) => {
    const created = await transaction.sweep.createMany({
      data: [{ name: NAME, upTo }],
      skipDuplicates: true,
    })
    // What expired before there was anyone to tell is no news.
    if (created.count === 1) return
    const [last] = await transaction.$queryRaw<{ upTo: Date }[]>`
      SELECT "upTo" FROM sweeps WHERE name = ${NAME} FOR UPDATE`
    if (!last || last.upTo >= upTo) return
    const keys = await transaction.key.findMany({
      where: { expiresAt: { gt: last.upTo, lte: upTo }, revokedAt: null },
    })
    await publish(
      transaction,
      keys.map((key) => ({
        ...{ organizationId: key.organizationId, type: 'key.expired' as const },
        ...{
          resource: keyPath(key.id),
          paths: [keyPath(key.id)],
          occurredAt: key.expiresAt ?? upTo,
        },
        data: { resource: keyPath(key.id), key: presentKey(key, upTo) },
      })),
    )
    await transaction.sweep.update({ where: { name: NAME }, data: { upTo } })
  })
}

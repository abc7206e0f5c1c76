import type { Core } from '../context.ts'

/**
 * How many integrations of all organizations cannot sign without each version of the pepper, which is the prefix of
 * what `sealSecret` returns. A secret from before a rotation counts while it still signs.
 */
export async function integrationsByPepper({
  db,
  clock,
}: Pick<Core, 'db' | 'clock'>): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<{ version: number; integrations: number }[]>`
    SELECT ('x' || encode(substring(sealed FROM 1 FOR 4), 'hex'))::bit(32)::int AS version,
      count(DISTINCT ("organizationId", id))::int AS integrations
    FROM (
      SELECT "organizationId", id, secret AS sealed FROM integrations WHERE "deletedAt" IS NULL
      UNION ALL
      SELECT "organizationId", id, "previousSecret" FROM integrations
      WHERE "previousSecret" IS NOT NULL AND "previousSecretUntil" > ${clock()}
    ) AS secrets
    GROUP BY 1`
  return new Map(rows.map(({ version, integrations }) => [version, integrations]))
}

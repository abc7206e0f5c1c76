import type { Core } from '../context.ts'

/** How many organizations' providers need each version of the pepper, which is the prefix of what `seal` returns. */
export async function providersByPepper({ db }: Pick<Core, 'db'>): Promise<Map<number, number>> {
  const rows = await db.$queryRaw<{ version: number; providers: number }[]>`
    SELECT ('x' || encode(substring("clientSecret" FROM 1 FOR 4), 'hex'))::bit(32)::int AS version,
      count(*)::int AS providers
    FROM identity_providers GROUP BY 1`
  return new Map(rows.map(({ version, providers }) => [version, providers]))
}

import type { Command } from 'commander'
import { print } from '../output.ts'
import { addVerb } from './verb.ts'

export function addMigrate(program: Command): void {
  addVerb(program, 'migrate', "migrate both stores to this version's schema").action(migrateStores)
}

async function migrateStores(flags: { json?: boolean }): Promise<void> {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const [{ migrate, migrateTelemetry }, { readEnvironment }, { withStores }] = await Promise.all([
    import('@sluice/core/migrate'),
    import('../environment.ts'),
    import('../stores/locate.ts'),
  ])
  const result = await withStores(
    readEnvironment(process.env),
    async ({ databaseUrl, clickhouseUrl, clickhouseCluster: cluster }) => {
      const { applied } = await migrate({ databaseUrl, log })
      await migrateTelemetry({ url: clickhouseUrl, cluster })
      return { applied }
    },
  )
  print(flags, result, ({ applied }) =>
    applied.length === 0
      ? 'The stores are at the current schema.'
      : `Applied: ${applied.join(', ')}`,
  )
}

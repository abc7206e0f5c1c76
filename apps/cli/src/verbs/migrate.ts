import { migrate, migrateTelemetry } from '@sluice/core/migrate'
import type { Command } from 'commander'
import { readEnvironment } from '../environment.ts'
import { print } from '../output.ts'
import { withStores } from '../stores/locate.ts'
import { addVerb } from './verb.ts'

export function addMigrate(program: Command): void {
  addVerb(program, 'migrate', "migrate both stores to this version's schema").action(migrateStores)
}

async function migrateStores(flags: { json?: boolean }): Promise<void> {
  const log = (line: string) => process.stderr.write(`${line}\n`)
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

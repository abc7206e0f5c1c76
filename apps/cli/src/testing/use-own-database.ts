import { afterAll, inject } from 'vitest'
import { createDatabase } from './create-database.ts'
import { useCli } from './use-cli.ts'

/** The command line on a new database, for tests of what concerns the whole service. The database is dropped at the end. */
export async function useOwnDatabase() {
  const database = await createDatabase(inject('databaseUrl'))
  const cli = useCli(database.url)
  afterAll(async () => {
    await cli.core.close()
    await database.drop()
  })
  return cli
}

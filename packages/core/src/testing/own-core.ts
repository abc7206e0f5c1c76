import { inject } from 'vitest'
import { openTestCore } from './core.ts'
import { ownDatabase } from './own-database.ts'

/**
 * The core over a database of its own, for tests across all organizations, which would otherwise meet those of other
 * suites.
 */
export async function openOwnCore() {
  const database = await ownDatabase(inject('databaseUrl'))
  const core = openTestCore(undefined, { databaseUrl: database.url })
  async function close() {
    await core.close()
    await database.drop()
  }
  return { ...core, close }
}

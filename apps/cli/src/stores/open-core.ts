import { type Core, judgePeppers, keyPeppers, openCore } from '@sluice/core'
import { isJoined, migrationStatus } from '@sluice/core/migrate'
import { LaunchError } from '../../launch/launch-error.mjs'
import { openDataDirectory } from '../data/directory.ts'
import { keptSecrets, requireShared } from '../data/secrets.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { withStores } from './locate.ts'
import { prepareStores } from './prepare.ts'
import { type OnMissing, requireData } from './require-data.ts'

/** Gives `use` the core over the stores that the environment and the data directory tell of. */
export async function withOpenCore<Result>(
  use: (core: Core) => Promise<Result>,
  onMissing: OnMissing,
): Promise<Result> {
  const environment = readEnvironment(process.env)
  requireShared(environment, ['KEY_PEPPERS'])
  if (onMissing === 'refuse') requireData(environment)
  return withStores(environment, async (addresses) => {
    const { databaseUrl, home } = addresses
    // Stores of a running Sluice, which may be of another version, are not migrated by the way.
    if (environment.DATABASE_URL || !home) await requireCurrent(databaseUrl)
    else await prepareStores({ addresses, environment, home })
    const core = openCore({
      ...{ ...addresses, peppers: peppers(environment), databaseConnections: 2 },
      // A running API may remember the latest samples: no verb may change them behind its back.
      sampleWriter: { kind: 'another' },
    })
    try {
      const wrongPepper = await judgePeppers(core)
      if (wrongPepper) throw new LaunchError(wrongPepper)
      return await use(core)
    } finally {
      await core.close()
    }
  })
}

async function requireCurrent(databaseUrl: string): Promise<void> {
  const { state } = await migrationStatus(databaseUrl)
  if (state !== 'current' && state !== 'ahead')
    throw new LaunchError(`The database's schema is ${state}. Run: npx sluice migrate`)
  if (await isJoined(databaseUrl)) return
  throw new LaunchError(
    'The database has not been used with ClickHouse yet. Run first: npx sluice migrate',
  )
}

function peppers({ KEY_PEPPERS, DATA_DIR }: Environment) {
  return keyPeppers.parse(KEY_PEPPERS ?? keptSecrets(openDataDirectory(DATA_DIR)).keyPeppers)
}

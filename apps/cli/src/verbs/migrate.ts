import type { Command } from 'commander'
import { print } from '../output.ts'
import { addVerb } from './verb.ts'

export function addMigrate(program: Command): void {
  addVerb(program, 'migrate', "migrate both databases to this version's schema").action(
    migrateStores,
  )
}

async function migrateStores(flags: { json?: boolean }): Promise<void> {
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const [{ prepareStores }, { readEnvironment }, { withStores }] = await Promise.all([
    import('../stores/prepare.ts'),
    import('../environment.ts'),
    import('../stores/locate.ts'),
  ])
  const environment = readEnvironment(process.env)
  const result = await withStores(environment, (addresses) =>
    prepareStores({ addresses, environment, home: addresses.home, log }),
  )
  print(flags, result, ({ applied }) =>
    applied.length === 0
      ? 'The stores are at the current schema.'
      : `Applied: ${applied.join(', ')}`,
  )
}

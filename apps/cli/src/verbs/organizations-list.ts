import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addOrganizationsList(organizations: Command): void {
  addVerb(organizations, 'list', 'list the organizations').action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  const items = await withCore((core, { atCommandLine, listOrganizations }) =>
    listOrganizations(atCommandLine(core)),
  )
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none. Create one: sluice organizations create --help'
      : table(
          ['ID', 'NAME', 'CREATED'],
          items.map(({ id, name, createdAt }) => [id, name, createdAt]),
        ),
  )
}

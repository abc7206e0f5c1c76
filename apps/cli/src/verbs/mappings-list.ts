import type { MappingProtocol } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { mappingProtocols } from '../choices.ts'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { allPages } from './all-pages.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  protocol?: MappingProtocol
  json?: boolean
}

export function addMappingsList(mappings: Command): void {
  addVerb(mappings, 'list', 'list the mappings of an organization')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(
      new Option('--protocol <protocol>', 'only mappings of this protocol').choices(
        mappingProtocols,
      ),
    )
    .action(list)
}

async function list(flags: Flags): Promise<void> {
  const items = await withCore(async (core, { operatorOf }) => {
    const { organization, protocol } = flags
    const send = await operatorOf(core, organization)
    return allPages((paging) =>
      send('mappings.list', { query: { ...paging, ...(protocol && { protocol }) } }),
    )
  })
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none. Create one: sluice mappings create --help'
      : table(
          ['ID', 'PROTOCOL', 'DEFAULT', 'NAME', 'THING', 'METRIC'],
          items.map(({ id, protocol, isDefault, name, thing, metric }) => {
            return [id, protocol, isDefault ? 'yes' : 'no', name, thing, metric]
          }),
        ),
  )
}

import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addMappingsDelete(mappings: Command): void {
  addVerb(mappings, 'delete <mappingId>', 'delete a mapping; calls that name it are then refused')
    .requiredOption('--organization <id>', 'the organization that the mapping belongs to')
    .action(remove)
}

async function remove(
  mappingId: string,
  flags: { organization: string; json?: boolean },
): Promise<void> {
  const { organization } = flags
  await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, organization)
    await send('mappings.delete', { params: { mappingId } })
  })
  print(flags, { deleted: mappingId, organization }, ({ deleted }) => `${deleted} was deleted.`)
}

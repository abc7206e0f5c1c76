import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { mappingFields } from './mapping-fields.ts'
import { addVerb } from './verb.ts'

export function addMappingsShow(mappings: Command): void {
  addVerb(mappings, 'show <mappingId>', 'show a mapping')
    .requiredOption('--organization <id>', 'the organization that the mapping belongs to')
    .action(show)
}

async function show(
  mappingId: string,
  flags: { organization: string; json?: boolean },
): Promise<void> {
  const found = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('mappings.get', { params: { mappingId }, query: {} })
  })
  print(flags, found, (mapping) =>
    fields({ ...mappingFields(mapping), created: mapping.createdAt, changed: mapping.updatedAt }),
  )
}

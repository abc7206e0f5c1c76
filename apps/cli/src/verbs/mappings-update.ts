import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { mappingFields } from './mapping-fields.ts'
import { addRuleOptions, type RuleFlags, rulesOf } from './mapping-rules.ts'
import { addVerb } from './verb.ts'

interface Flags extends RuleFlags {
  organization: string
  name?: string
  description?: string
  default?: boolean
  json?: boolean
}

export function addMappingsUpdate(mappings: Command): void {
  const summary =
    'change a mapping; given options replace the old values, except that conversions are added'
  const verb = addVerb(mappings, 'update <mappingId>', summary)
    .requiredOption('--organization <id>', 'the organization that the mapping belongs to')
    .option('--name <name>', 'display name')
    .option('--description <text>', 'description')
    .option(
      '--default',
      'use it for calls of its protocol that name neither a mapping nor expressions',
    )
    .option('--no-default', 'use it only for calls that name it')
  addRuleOptions(verb).action(update)
}

async function update(mappingId: string, flags: Flags): Promise<void> {
  const body = changesOf(flags)
  const updated = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('mappings.update', { params: { mappingId }, body })
  })
  print(flags, updated, (mapping) => fields(mappingFields(mapping)))
}

function changesOf(flags: Flags) {
  const { name, description } = flags
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(flags.default !== undefined && { isDefault: flags.default }),
    ...rulesOf(flags),
  }
  if (Object.keys(changes).length > 0) return changes
  throw new UsageError('There is nothing to change. Give at least one option, such as --thing.')
}

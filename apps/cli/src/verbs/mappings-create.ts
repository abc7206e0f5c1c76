import type { Call, MappingProtocol } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { mappingProtocols } from '../choices.ts'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { mappingFields } from './mapping-fields.ts'
import { addRuleOptions, type RuleFlags, rulesOf } from './mapping-rules.ts'
import { addVerb } from './verb.ts'

interface Flags extends RuleFlags {
  organization: string
  protocol: MappingProtocol
  id?: string
  name: string
  description?: string
  default?: boolean
  json?: boolean
}

export function addMappingsCreate(mappings: Command): void {
  const verb = addVerb(mappings, 'create', 'create a mapping')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(
      new Option('--protocol <protocol>', 'the protocol of its samples')
        .choices(mappingProtocols)
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'display name')
    .option('--id <id>', 'its id; default: generated')
    .option('--description <text>', 'description')
    .option(
      '--default',
      'use it for calls of its protocol that name neither a mapping nor expressions',
    )
  addRuleOptions(verb).action(create)
}

async function create(flags: Flags): Promise<void> {
  const { organization, protocol, id, name, description } = flags
  const body = {
    ...{ protocol, name, isDefault: flags.default ?? false },
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    // A patch may take a metric's conversion away, too; the operation refuses that here.
    ...(rulesOf(flags) as Partial<Call<'mappings.create'>['body']>),
  }
  const created = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, organization)
    return send('mappings.create', { body })
  })
  print(flags, created, (mapping) => fields(mappingFields(mapping)))
}

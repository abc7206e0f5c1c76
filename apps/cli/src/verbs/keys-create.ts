import type { Key } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { keyTypes } from '../choices.ts'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { collect } from './collect.ts'
import { keyFields } from './key-fields.ts'
import { parseScope } from './scope-text.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  type: Key['keyType']
  name: string
  scope: string[]
  allowIp: string[]
  budgetShare?: string
  expiresAt?: string
  json?: boolean
}

export function addKeysCreate(keys: Command): void {
  addVerb(keys, 'create', 'create a key and print its string, which is shown only once')
    .requiredOption('--organization <id>', 'the organization that the key acts for')
    .addOption(
      new Option('--type <type>', 'External for other parties; Admin can manage keys')
        .choices(keyTypes)
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--scope <action:filter>', "repeatable; for example 'read:THING/#/#'", collect)
    .option(
      '--allow-ip <entry>',
      'repeatable; an address or CIDR; default: no restriction',
      collect,
      [],
    )
    .option(
      '--budget-share <percent>',
      'maximum share of the organization’s budget; default: all of it',
    )
    .option('--expires-at <time>', 'ISO 8601 with an offset, in the future')
    .action(createKey)
}

async function createKey(flags: Flags): Promise<void> {
  const body = {
    keyType: flags.type,
    name: flags.name,
    scopes: flags.scope.map(parseScope),
    allowedIpCidrs: flags.allowIp,
    budgetShare: flags.budgetShare === undefined ? null : Number(flags.budgetShare),
    expiresAt: flags.expiresAt ?? null,
  }
  const created = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('keys.create', { body })
  })
  print(flags, created, ({ key, ...record }) =>
    fields({ key: `${key}   (shown only once)`, ...keyFields(record) }),
  )
}

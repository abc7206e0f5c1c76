import { type Key, keyTypes, type Scope } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { UsageError } from '../failure.ts'
import { operatorOf } from '../organization.ts'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { collect } from './collect.ts'
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
      'largest share of the organization’s budget; default: all of it',
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
  const created = await withCore(async (core) => {
    const send = await operatorOf(core, flags.organization)
    return send('keys.create', { body })
  })
  print(flags, created, ({ key, ...record }) =>
    fields({
      key: `${key}   (shown only once)`,
      id: record.id,
      type: record.keyType,
      name: record.name,
      scopes: record.scopes.map(formatScope).join(' '),
      'allowed from': record.allowedIpCidrs.join(' ') || 'anywhere',
      'budget share': record.budgetShare === null ? 'all' : `${record.budgetShare} %`,
      expires: record.expiresAt ?? 'never',
    }),
  )
}

/** `ACTION:FILTER`; whether it makes sense is for the operation to say. */
export function parseScope(text: string): Scope {
  const [, action, resourceFilter] = /^([^:]+):(.+)$/s.exec(text) ?? []
  if (action === undefined || resourceFilter === undefined) {
    throw new UsageError(
      `--scope ${text} is not ACTION:FILTER. Examples: '*:#' for everything, 'read:THING/#/#'.`,
    )
  }
  return { action: action as Scope['action'], resourceFilter }
}

/** As `parseScope` reads it. */
export function formatScope({ action, resourceFilter }: Scope): string {
  return `${action}:${resourceFilter}`
}

import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { collect } from './collect.ts'
import { keyFields } from './key-fields.ts'
import { parseScope } from './scope-text.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  name?: string
  scope?: string[]
  allowIp?: string[]
  allowAnywhere?: boolean
  budgetShare?: string
  expiresAt?: string
  json?: boolean
}

export function addKeysUpdate(keys: Command): void {
  addVerb(keys, 'update <keyId>', "change a key's name or permissions; takes effect at once")
    .requiredOption('--organization <id>', 'the organization that the key belongs to')
    .option('--name <name>', 'what the key is for')
    .option('--scope <action:filter>', 'repeatable; replaces all scopes', collect)
    .option('--allow-ip <entry>', 'repeatable; replaces the allow-list', collect)
    .option('--allow-anywhere', 'empty the allow-list')
    .option('--budget-share <percent>', "maximum share of the organization's budget, or all")
    .option('--expires-at <time>', 'ISO 8601 with an offset, in the future, or never')
    .action(updateKey)
}

async function updateKey(keyId: string, flags: Flags): Promise<void> {
  const body = changesOf(flags)
  const updated = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('keys.update', { params: { keyId }, body })
  })
  print(flags, updated, (key) => fields(keyFields(key)))
}

function changesOf({ name, scope, allowIp, allowAnywhere, budgetShare, expiresAt }: Flags) {
  if (allowIp && allowAnywhere) {
    throw new UsageError('--allow-ip and --allow-anywhere say different things. Give one of them.')
  }
  const changes = {
    ...(name !== undefined && { name }),
    ...(scope && { scopes: scope.map(parseScope) }),
    ...(allowIp && { allowedIpCidrs: allowIp }),
    ...(allowAnywhere && { allowedIpCidrs: [] }),
    ...(budgetShare !== undefined && {
      budgetShare: budgetShare === 'all' ? null : Number(budgetShare),
    }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === 'never' ? null : expiresAt }),
  }
  if (Object.keys(changes).length > 0) return changes
  throw new UsageError('There is nothing to change. Give at least one option, such as --name.')
}

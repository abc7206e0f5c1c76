import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { keyFields } from './key-fields.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  json?: boolean
}

export function addKeysShow(keys: Command): void {
  addVerb(keys, 'show <keyId>', 'show a key; nobody can show its string again')
    .requiredOption('--organization <id>', 'the organization that the key belongs to')
    .action(showKey)
}

async function showKey(keyId: string, flags: Flags): Promise<void> {
  const key = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('keys.get', { params: { keyId }, query: {} })
  })
  print(flags, key, () =>
    fields({
      ...keyFields(key),
      string: key.display,
      created: `${key.createdAt} by ${key.createdBy.name}`,
      'last used': key.lastUsedAt ? `${key.lastUsedAt} from ${key.lastUsedIp}` : 'never',
      ...(key.revokedAt && { revoked: `${key.revokedAt} by ${key.revokedBy?.name}` }),
      ...(key.leakedAt && { leaked: key.leakedAt }),
    }),
  )
}

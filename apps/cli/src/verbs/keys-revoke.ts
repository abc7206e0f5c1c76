import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addKeysRevoke(keys: Command): void {
  addVerb(keys, 'revoke <keyId>', 'revoke a key at once, permanently')
    .requiredOption('--organization <id>', 'the organization that the key belongs to')
    .action(revokeKey)
}

async function revokeKey(
  keyId: string,
  flags: { organization: string; json?: boolean },
): Promise<void> {
  const revoked = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('keys.revoke', { params: { keyId } })
  })
  print(flags, revoked, ({ id, name, revokedAt }) => `${id} (${name}) was revoked at ${revokedAt}.`)
}

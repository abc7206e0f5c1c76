import { listAccountActs } from '@sluice/core'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addUsersLog(users: Command): void {
  addVerb(
    users,
    'log',
    'show changes to accounts without an organization, newest first; other changes are in the audit log',
  ).action(log)
}

async function log(flags: { json?: boolean }): Promise<void> {
  const items = await withCore(listAccountActs)
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none.'
      : table(
          ['TIME', 'WHAT', 'BY', 'FROM', 'EMAIL', 'USER'],
          items.map(({ at, act, by, address, email, userId }) => [
            ...[at, act, by === 'own' ? 'themselves' : 'command line', address ?? ''],
            ...[email, userId],
          ]),
        ),
  )
}

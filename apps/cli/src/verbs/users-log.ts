import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

const ROWS = 200

export function addUsersLog(users: Command): void {
  addVerb(
    users,
    'log [email]',
    `show the last ${ROWS} sign-ins and changes of accounts, or of one account, newest first`,
  ).action(log)
}

async function log(email: string | undefined, flags: { json?: boolean }): Promise<void> {
  const { items } = await withCore(async (core, { listAccountActs, personWithEmail }) => {
    const limit = ROWS
    if (email === undefined) return listAccountActs(core, { limit })
    const { id: userId } = await personWithEmail(core, email)
    return listAccountActs(core, { limit, userId })
  })
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none.'
      : table(
          ['TIME', 'WHAT', 'TIMES', 'BY', 'FROM', 'EMAIL', 'USER'],
          items.map(({ at, act, times, by, address, email, userId }) => [
            ...[at, act, String(times), by === 'own' ? 'themselves' : 'command line'],
            ...[address ?? '', email, userId],
          ]),
        ),
  )
}

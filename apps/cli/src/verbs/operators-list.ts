import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addOperatorsList(operators: Command): void {
  addVerb(operators, 'list', 'list the operators').action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  const { items, invited } = await withCore(
    async (core, { listInvitedOperators, listOperators }) => ({
      items: await listOperators(core),
      invited: await listInvitedOperators(core),
    }),
  )
  print(flags, { items, invited }, () =>
    items.length + invited.length === 0
      ? 'There are none. Add one: sluice operators add EMAIL'
      : table(
          ['EMAIL', 'NAME', 'SINCE'],
          [
            ...items.map(({ email, name, addedAt }) => [email, name, addedAt]),
            ...invited.map(({ email, expiresAt }) => [email, '', `invited until ${expiresAt}`]),
          ],
        ),
  )
}

import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addLimitsRequests(limits: Command): void {
  addVerb(limits, 'requests', 'list open requests for higher limits').action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  const items = await withCore((core, { atCommandLine, waitingLimitRequests }) =>
    waitingLimitRequests(atCommandLine(core)),
  )
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none.'
      : table(
          ['ID', 'ORGANIZATION', 'SINCE', 'WANTS A MINUTE', 'UNTIL', 'REASON'],
          items.map(({ id, organizationId, createdAt, tiers, until, reason }) => [
            ...[id, organizationId, createdAt],
            tiers.map(({ tier, perMinute }) => `${tier} ${perMinute}`).join(', '),
            ...[until ?? 'for good', reason],
          ]),
        ),
  )
}

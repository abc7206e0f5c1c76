import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { allPages } from './all-pages.ts'
import { addVerb } from './verb.ts'

export function addLimitsRequests(limits: Command): void {
  addVerb(limits, 'requests', 'list open requests for higher limits').action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  await withCore(async (core, { atCommandLine, sizeText, waitingLimitRequests }) => {
    const items = await allPages((paging) => waitingLimitRequests(atCommandLine(core), paging))
    print(flags, { items }, () =>
      items.length === 0
        ? 'There are none.'
        : table(
            ['ID', 'ORGANIZATION', 'SINCE', 'WANTS', 'UNTIL', 'REASON'],
            items.map(({ id, organizationId, createdAt, tiers, storage, until, reason }) => [
              ...[id, organizationId, createdAt],
              [
                ...tiers.map(({ tier, perMinute }) => `${tier} ${perMinute} a minute`),
                ...storage.map(({ kind, bytes }) => `${sizeText(bytes)} of ${kind}`),
              ].join(', '),
              ...[until ?? 'permanently', reason],
            ]),
          ),
    )
  })
}

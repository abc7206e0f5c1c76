import { type PepperUse, pepperUses } from '@sluice/core'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addKeysPeppers(keys: Command): void {
  addVerb(
    keys,
    'peppers',
    'count the keys, integrations and open invitations that need each pepper version',
  ).action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  const items = await withCore(pepperUses)
  print(flags, { items }, () =>
    table(
      ['VERSION', 'ACTIVE KEYS', 'LAST USED', 'INTEGRATIONS', 'INVITATIONS', 'MEANS'],
      items.map((use) => [
        ...[String(use.version), String(use.activeKeys), use.lastUsedAt ?? 'never'],
        ...[String(use.integrations), String(use.invitations), meaning(use)],
      ]),
    ),
  )
}

function meaning({ configured, newest, activeKeys, integrations, invitations }: PepperUse): string {
  if (!configured)
    return 'not in KEY_PEPPERS: these keys and links are refused, and these integrations cannot sign'
  if (newest) return 'current: new keys use it'
  if (activeKeys + integrations + invitations === 0)
    return 'unused: can be removed from KEY_PEPPERS'
  return 'needed until these keys and secrets are rotated, and the invitations end'
}

import type { PepperUse } from '@sluice/core'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addKeysPeppers(keys: Command): void {
  addVerb(
    keys,
    'peppers',
    'count the keys, integrations, pending invitations and identity providers that need each pepper version',
  ).action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  const items = await withCore((core, { pepperUses }) => pepperUses(core))
  print(flags, { items }, () =>
    table(
      ['VERSION', 'ACTIVE KEYS', 'LAST USED', 'INTEGRATIONS', 'INVITATIONS', 'PROVIDERS', 'MEANS'],
      items.map((use) => [
        ...[String(use.version), String(use.activeKeys), use.lastUsedAt ?? 'never'],
        ...[String(use.integrations), String(use.invitations), String(use.providers), meaning(use)],
      ]),
    ),
  )
}

function meaning(use: PepperUse): string {
  const { configured, newest, activeKeys, integrations, invitations, providers } = use
  if (!configured)
    return 'not in KEY_PEPPERS: these keys and links are refused, and these integrations and providers do not work'
  if (newest) return 'current: new keys use it'
  if (activeKeys + integrations + invitations + providers === 0)
    return 'unused: can be removed from KEY_PEPPERS'
  return 'needed until these keys and secrets are replaced, and the invitations end'
}

import { type PepperUse, pepperUses } from '@sluice/core'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addKeysPeppers(keys: Command): void {
  addVerb(keys, 'peppers', 'count the keys of each version of the pepper').action(list)
}

async function list(flags: { json?: boolean }): Promise<void> {
  const items = await withCore(pepperUses)
  print(flags, { items }, () =>
    table(
      ['VERSION', 'ACTIVE KEYS', 'LAST USED', 'MEANS'],
      items.map((use) => [
        ...[String(use.version), String(use.activeKeys), use.lastUsedAt ?? 'never'],
        meaning(use),
      ]),
    ),
  )
}

function meaning({ configured, newest, activeKeys }: PepperUse): string {
  if (!configured) return 'not in KEY_PEPPERS: these keys are refused'
  if (newest) return 'new keys use it'
  if (activeKeys === 0) return 'may be taken out of KEY_PEPPERS'
  return 'needed until these keys are rotated'
}

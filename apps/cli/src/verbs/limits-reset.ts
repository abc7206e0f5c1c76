import type { BudgetTier } from '@sluice/contract'
import type { Command } from 'commander'
import { withCore } from '../stores/with-core.ts'
import { tierOption } from './limits-set.ts'
import { printLimits } from './limits-show.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  tier: BudgetTier
  json?: boolean
}

export function addLimitsReset(limits: Command): void {
  addVerb(limits, 'reset', 'return an organization to the default limits')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(tierOption())
    .action(reset)
}

async function reset(flags: Flags): Promise<void> {
  const { organization, tier } = flags
  await withCore(async (core, library) => {
    await library.resetLimit(library.atCommandLine(core), organization, { tier })
    await printLimits(core, library, flags)
  })
}

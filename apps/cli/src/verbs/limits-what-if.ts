import type { BudgetTier } from '@sluice/contract'
import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { tierOption } from './limits-set.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  tier: BudgetTier
  perMinute: string
  burst: string
  json?: boolean
}

export function addLimitsWhatIf(limits: Command): void {
  addVerb(limits, 'what-if', "replay an organization's last 7 days against different limits")
    .requiredOption('--organization <id>', 'the organization')
    .addOption(tierOption())
    .requiredOption('--per-minute <requests>', 'the sustained rate')
    .requiredOption('--burst <requests>', 'the capacity of the bucket: the most requests at once')
    .action(whatIf)
}

async function whatIf(flags: Flags): Promise<void> {
  const { organization, tier } = flags
  const limit = {
    perMinute: positive('--per-minute', flags.perMinute),
    burst: positive('--burst', flags.burst),
  }
  const answer = await withCore((core, { atCommandLine, whatIfLimit }) =>
    whatIfLimit(atCommandLine(core), organization, { tier, ...limit }),
  )
  print(flags, answer, ({ days, calls, refused, wouldBeRefused }) =>
    fields({
      [`calls, ${days} days`]: String(calls),
      refused: String(refused),
      'would be refused': String(wouldBeRefused),
    }),
  )
}

function positive(option: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new UsageError(`${option} must be a number above 0.`)
  return value
}

import type { BudgetTier } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { budgetTiers } from '../choices.ts'
import { type Library, withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { printLimits } from './limits-show.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  tier: BudgetTier
  perMinute: string
  burst: string
  reason: string
  until?: string
  json?: boolean
}

export function tierOption(): Option {
  return new Option('--tier <tier>', 'ingest: for data calls only')
    .choices(budgetTiers)
    .makeOptionMandatory()
}

export function addLimitsSet(limits: Command): void {
  addVerb(limits, 'set', 'set limits for one organization; takes effect within a second')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(tierOption())
    .requiredOption('--per-minute <requests>', 'the sustained rate')
    .requiredOption('--burst <requests>', 'the capacity of the bucket: the most requests at once')
    .requiredOption('--reason <text>', 'the reason, shown to the organization')
    .option(
      '--until <time>',
      'ISO 8601 with an offset; then the permanent or default limits apply again',
    )
    .action(set)
}

async function set(flags: Flags): Promise<void> {
  const { organization, tier, reason, until } = flags
  await withCore(async (core, library) => {
    await library.setLimit(library.atCommandLine(core), organization, {
      ...{ tier, reason },
      perMinute: Number(flags.perMinute),
      burst: Number(flags.burst),
      until: until === undefined ? undefined : parseUntil(until, library),
    })
    await printLimits(core, library, flags)
  })
}

/** As the API takes times: `new Date` would read a date without an offset in this machine's time zone. */
export function parseUntil(text: string, { timestamp }: Library): Date {
  const { error } = timestamp.safeParse(text)
  if (error) throw new UsageError(`--until ${text}: ${error.issues[0]?.message}`)
  return new Date(text)
}

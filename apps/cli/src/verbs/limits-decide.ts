import type { BudgetTier, LimitRequest } from '@sluice/contract'
import type { Grant } from '@sluice/core'
import type { Command } from 'commander'
import { budgetTiers } from '../choices.ts'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { collect } from './collect.ts'
import { addVerb } from './verb.ts'

interface Flags {
  reason: string
  limit?: string[]
  until?: string
  json?: boolean
}

const REASON = 'the reason, shown to the organization'

export function addLimitsGrant(limits: Command): void {
  addVerb(
    limits,
    'grant <request>',
    'grant a request for higher limits; takes effect within a second',
  )
    .requiredOption('--reason <text>', REASON)
    .option(
      '--limit <tier:per-minute:burst>',
      'repeatable; used instead of the requested limits',
      (value, earlier?: string[]) => collect(value, earlier),
    )
    .option('--until <time>', 'ISO 8601 with an offset, used instead of the requested time')
    .action(grant)
}

export function addLimitsDecline(limits: Command): void {
  addVerb(limits, 'decline <request>', 'decline a request for higher limits')
    .requiredOption('--reason <text>', REASON)
    .action(decline)
}

async function grant(id: string, flags: Flags): Promise<void> {
  const { reason, limit, until } = flags
  const limits = limit?.map(parseLimit)
  const given: Grant = { reason, limits, until: until === undefined ? undefined : new Date(until) }
  printRequest(
    flags,
    await withCore((core, { atCommandLine, grantLimitRequest }) =>
      grantLimitRequest(atCommandLine(core), id, given),
    ),
  )
}

async function decline(id: string, flags: Flags): Promise<void> {
  printRequest(
    flags,
    await withCore((core, { atCommandLine, declineLimitRequest }) =>
      declineLimitRequest(atCommandLine(core), id, flags.reason),
    ),
  )
}

function printRequest(flags: Flags, request: LimitRequest): void {
  print(flags, request, ({ id, status, decision }) =>
    fields({
      id,
      status,
      granted:
        decision?.granted
          .map(({ tier, perMinute, burst }) => `${tier} ${perMinute} a minute, burst ${burst}`)
          .join('; ') || 'nothing',
      until: decision?.until ?? 'for good',
      reason: decision?.reason ?? '',
    }),
  )
}

/** `TIER:PER_MINUTE:BURST`; whether the figures make sense is for the core to say. */
function parseLimit(text: string): NonNullable<Grant['limits']>[number] {
  const [tier, perMinute, burst, ...rest] = text.split(':')
  const isTier = (budgetTiers as readonly string[]).includes(tier ?? '')
  if (!isTier || burst === undefined || rest.length > 0) {
    throw new UsageError(
      `--limit ${text} is not TIER:PER_MINUTE:BURST. Example: standard:6000:9000. Tiers: ${budgetTiers.join(', ')}.`,
    )
  }
  return { tier: tier as BudgetTier, perMinute: Number(perMinute), burst: Number(burst) }
}

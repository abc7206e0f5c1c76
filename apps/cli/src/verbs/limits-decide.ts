import type { BudgetTier, LimitRequest, StorageKind } from '@sluice/contract'
import type { Grant } from '@sluice/core'
import type { Command } from 'commander'
import { budgetTiers, storageKinds } from '../choices.ts'
import { fields, print } from '../output.ts'
import { type Library, withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { collect } from './collect.ts'
import { parseUntil } from './limits-set.ts'
import { parseSize } from './size.ts'
import { addVerb } from './verb.ts'

interface Flags {
  reason: string
  limit?: string[]
  storage?: string[]
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
      collect,
    )
    .option(
      '--storage <kind:size>',
      'repeatable; used instead of the requested storage, for example samples:500GiB',
      collect,
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
  const { reason, until } = flags
  const limits = flags.limit?.map(parseLimit)
  const storage = flags.storage?.map(parseStorage)
  await withCore(async (core, library) => {
    const { atCommandLine, grantLimitRequest } = library
    const given: Grant = {
      ...{ reason, limits, storage },
      until: until === undefined ? undefined : parseUntil(until, library),
    }
    printRequest(flags, await grantLimitRequest(atCommandLine(core), id, given), library)
  })
}

async function decline(id: string, flags: Flags): Promise<void> {
  await withCore(async (core, library) => {
    const { atCommandLine, declineLimitRequest } = library
    printRequest(flags, await declineLimitRequest(atCommandLine(core), id, flags.reason), library)
  })
}

function printRequest(flags: Flags, request: LimitRequest, { sizeText }: Library): void {
  print(flags, request, ({ id, status, decision }) => {
    const { granted = [], storage = [] } = decision ?? {}
    const figures = granted.map(
      ({ tier, perMinute, burst }) => `${tier} ${perMinute} a minute, burst ${burst}`,
    )
    const quotas = storage.map(({ kind, bytes }) => `${sizeText(bytes)} of ${kind}`)
    return fields({
      ...{ id, status, granted: [...figures, ...quotas].join('; ') || 'nothing' },
      until: decision?.until ?? 'permanently',
      reason: decision?.reason ?? '',
    })
  })
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

/** `KIND:SIZE` */
function parseStorage(text: string): NonNullable<Grant['storage']>[number] {
  const [kind, size, ...rest] = text.split(':')
  const isKind = (storageKinds as readonly string[]).includes(kind ?? '')
  if (!isKind || size === undefined || rest.length > 0) {
    throw new UsageError(
      `--storage ${text} is not KIND:SIZE. Example: samples:500GiB. Kinds: ${storageKinds.join(', ')}.`,
    )
  }
  return { kind: kind as StorageKind, bytes: parseSize('--storage', size) }
}

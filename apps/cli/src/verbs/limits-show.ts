import type { Core } from '@sluice/core'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  json?: boolean
}

export function addLimitsShow(limits: Command): void {
  addVerb(limits, 'show', 'show the limits of an organization and their source')
    .requiredOption('--organization <id>', 'the organization')
    .action((flags: Flags) => withCore((core, library) => printLimits(core, library, flags)))
}

/** The limits that are in force now. */
export async function printLimits(
  core: Core,
  {
    atCommandLine,
    showLimits,
  }: Pick<typeof import('@sluice/core'), 'atCommandLine' | 'showLimits'>,
  flags: Flags,
): Promise<void> {
  const items = (await showLimits(atCommandLine(core), flags.organization)).map(
    ({ tier, limit, source, figure }) => ({
      ...{ tier, ...limit, source },
      until: figure && 'until' in figure ? new Date(figure.until).toISOString() : null,
      reason: figure?.reason ?? null,
    }),
  )
  print(flags, { items }, () =>
    table(
      ['TIER', 'PER MINUTE', 'BURST', 'FROM', 'UNTIL', 'REASON'],
      items.map(({ tier, perMinute, burst, source, until, reason }) => [
        ...[tier, String(perMinute), String(burst), source, until ?? '', reason ?? ''],
      ]),
    ),
  )
}

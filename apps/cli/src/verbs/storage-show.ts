import type { Core } from '@sluice/core'
import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { type Library, withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  json?: boolean
}

export function addStorageShow(storage: Command): void {
  addVerb(storage, 'show', "show an organization's storage and its quotas")
    .requiredOption('--organization <id>', 'the organization')
    .action((flags: Flags) => withCore((core, library) => printStorage(core, library, flags)))
}

/** What is stored now, beside its quotas. */
export async function printStorage(
  core: Core,
  { atCommandLine, sizeText, tenantStorage }: Library,
  flags: Flags,
): Promise<void> {
  const items = await tenantStorage(atCommandLine(core), flags.organization)
  print(flags, { items }, () =>
    table(
      ['KIND', 'USED', 'MOST', 'FROM', 'MEASURED', 'FULL SINCE', 'REASON'],
      items.map(({ kind, usedBytes, mostBytes, source, measuredAt, fullSince, reason }) => [
        ...[kind, usedBytes === null ? 'not measured yet' : sizeText(usedBytes)],
        ...[
          sizeText(mostBytes),
          source,
          measuredAt ?? (usedBytes === null ? '' : 'now'),
          fullSince ?? '',
          reason ?? '',
        ],
      ]),
    ),
  )
}

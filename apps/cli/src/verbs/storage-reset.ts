import type { StorageKind } from '@sluice/contract'
import type { Command } from 'commander'
import { withCore } from '../stores/with-core.ts'
import { kindOption } from './storage-set.ts'
import { printStorage } from './storage-show.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  kind: StorageKind
  json?: boolean
}

export function addStorageReset(storage: Command): void {
  addVerb(storage, 'reset', 'return an organization to the default quota')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(kindOption())
    .action(reset)
}

async function reset(flags: Flags): Promise<void> {
  const { organization, kind } = flags
  await withCore(async (core, library) => {
    await library.resetQuota(library.atCommandLine(core), organization, { kind })
    await printStorage(core, library, flags)
  })
}

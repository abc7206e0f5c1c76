import type { StorageKind } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { storageKinds } from '../choices.ts'
import { withCore } from '../stores/with-core.ts'
import { parseSize } from './size.ts'
import { printStorage } from './storage-show.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  kind: StorageKind
  bytes: string
  reason: string
  json?: boolean
}

export function kindOption(): Option {
  return new Option(
    '--kind <kind>',
    'changes: what changes write permanently; samples: data of things',
  )
    .choices(storageKinds)
    .makeOptionMandatory()
}

export function addStorageSet(storage: Command): void {
  addVerb(storage, 'set', 'set a storage quota of one organization; takes effect within a second')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(kindOption())
    .requiredOption('--bytes <size>', 'how much it may store, for example 500GiB')
    .requiredOption('--reason <text>', 'the reason, shown to the organization')
    .action(set)
}

async function set(flags: Flags): Promise<void> {
  const { organization, kind, reason } = flags
  const bytes = parseSize('--bytes', flags.bytes)
  await withCore(async (core, library) => {
    await library.setQuota(library.atCommandLine(core), organization, { kind, bytes, reason })
    await printStorage(core, library, flags)
  })
}

import type { Key } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { keyStatuses } from '../choices.ts'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { allPages } from './all-pages.ts'
import { formatScope } from './scope-text.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  status?: Key['status']
  json?: boolean
}

export function addKeysList(keys: Command): void {
  addVerb(keys, 'list', 'list the keys of an organization, newest first')
    .requiredOption('--organization <id>', 'the organization')
    .addOption(new Option('--status <status>', 'only these').choices(keyStatuses))
    .action(listKeys)
}

async function listKeys(flags: Flags): Promise<void> {
  const items = await withCore(async (core, { operatorOf }) => {
    const { organization, status } = flags
    const send = await operatorOf(core, organization)
    return allPages((paging) =>
      send('keys.list', { query: { ...paging, ...(status && { status }) } }),
    )
  })
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none. Create one: sluice keys create --help'
      : table(['ID', 'TYPE', 'STATUS', 'NAME', 'SCOPES', 'LAST USED'], items.map(row)),
  )
}

function row(key: Key): string[] {
  const { id, keyType, status, name, scopes, lastUsedAt } = key
  return [id, keyType, status, name, scopes.map(formatScope).join(' '), lastUsedAt ?? 'never']
}

import { type Key, keyStatuses } from '@sluice/contract'
import { type Command, Option } from 'commander'
import { operatorOf, type Send } from '../organization.ts'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { formatScope } from './keys-create.ts'
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
  const items = await withCore(async (core) => {
    const send = await operatorOf(core, flags.organization)
    return allKeys(send, flags.status)
  })
  print(flags, { items }, () =>
    items.length === 0
      ? 'There are none. Create one: sluice keys create --help'
      : table(['ID', 'TYPE', 'STATUS', 'NAME', 'SCOPES', 'LAST USED'], items.map(row)),
  )
}

/** All pages of the list. */
async function allKeys(send: Send, status: Key['status'] | undefined): Promise<Key[]> {
  const keys: Key[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 1000, ...(status && { status }), ...(cursor && { cursor }) }
    const page = await send('keys.list', { query })
    keys.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return keys
}

function row(key: Key): string[] {
  const { id, keyType, status, name, scopes, lastUsedAt } = key
  return [id, keyType, status, name, scopes.map(formatScope).join(' '), lastUsedAt ?? 'never']
}

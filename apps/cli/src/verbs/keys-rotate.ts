import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { keyFields } from './key-fields.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  overlap: string
  json?: boolean
}

export function addKeysRotate(keys: Command): void {
  addVerb(keys, 'rotate <keyId>', 'replace a key with a new one and print its string, only once')
    .requiredOption('--organization <id>', 'the organization that the key belongs to')
    .option(
      '--overlap <duration>',
      'how long the old string keeps working, like 30m, 12h or 7d, at most 7d',
      '0s',
    )
    .action(rotateKey)
}

async function rotateKey(keyId: string, flags: Flags): Promise<void> {
  const body = { overlapSeconds: secondsOf(flags.overlap) }
  const made = await withCore(async (core, { operatorOf }) => {
    const send = await operatorOf(core, flags.organization)
    return send('keys.rotate', { params: { keyId }, body })
  })
  print(flags, made, ({ key, ...record }) =>
    fields({
      key: `${key}   (shown only once)`,
      ...keyFields(record),
      replaces: `${keyId}, which works for ${flags.overlap} more`,
    }),
  )
}

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const

function secondsOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * units[unit as keyof typeof units]
  throw new UsageError(`--overlap ${text}: must be like 30m, 12h or 7d`)
}

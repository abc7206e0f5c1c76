import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { addVerb } from './verb.ts'

interface Flags {
  partition: string
  position: string
  file: string
  json?: boolean
}

export function addSamplesRemoveRecord(samples: Command): void {
  addVerb(
    samples,
    'remove-record',
    'move a record that cannot be stored from the log in Postgres to a file, so that nothing waits for it',
  )
    .requiredOption('--partition <number>', 'its partition, as in the warning of /readyz')
    .requiredOption('--position <number>', 'its position, as in the warning of /readyz')
    .requiredOption('--file <path>', 'a new file for the record')
    .action(remove)
}

async function remove(flags: Flags): Promise<void> {
  const { file } = flags
  const at = {
    partition: Number(digits('--partition', flags.partition, 1)),
    position: BigInt(digits('--position', flags.position, 19)),
  }
  await withCore((core, { removeRecord }) =>
    removeRecord(core, at, (record) =>
      writeFileSync(file, record, { flag: 'wx', mode: 0o600, flush: true }),
    ),
  )
  print(flags, { ...at, position: String(at.position), file }, () => {
    return `The record is in ${file}. Queries no longer wait for its samples, and do not return them.`
  })
}

function digits(option: string, text: string, most: number): string {
  if (/^\d+$/.test(text) && text.length <= most) return text
  throw new UsageError(`${option} ${text} is not such a number.`)
}

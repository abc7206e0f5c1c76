import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addOperatorsLog(operators: Command): void {
  addVerb(operators, 'log', 'show who was invited, added and removed, newest first').action(log)
}

async function log(flags: { json?: boolean }): Promise<void> {
  const items = await withCore((core, { listOperatorActs }) => listOperatorActs(core))
  print(flags, { items }, () =>
    items.length === 0
      ? 'No operator was added yet.'
      : table(
          ['TIME', 'WHAT', 'EMAIL'],
          items.map(({ at, kind, email }) => [at, kind, email]),
        ),
  )
}

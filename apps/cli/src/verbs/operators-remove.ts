import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addOperatorsRemove(operators: Command): void {
  addVerb(
    operators,
    'remove <email>',
    'remove an operator, effective with their next call, or withdraw an invitation; the account stays',
  ).action(remove)
}

async function remove(email: string, flags: { json?: boolean }): Promise<void> {
  await withCore((core, { removeOperator }) => removeOperator(core, email))
  print(flags, { removed: email }, () => `${email} is neither an operator nor invited any more.`)
}

import { addOperator } from '@sluice/core'
import type { Command } from 'commander'
import { z } from 'zod'
import { UsageError } from '../failure.ts'
import { fields, print } from '../output.ts'
import { newAccount } from '../owner.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addOperatorsAdd(operators: Command): void {
  addVerb(
    operators,
    'add <email>',
    'make a person an operator, who sees every organization and decides limits; a new account gets a password, shown once',
  ).action(add)
}

async function add(given: string, flags: { json?: boolean }): Promise<void> {
  const { success, data: email } = z.email().safeParse(given)
  if (!success) throw new UsageError(`${given} is not an e-mail address.`)
  const { account, password } = await newAccount(email)
  const { accountCreated } = await withCore((core) => addOperator(core, account))
  print(flags, { operator: email, ...(accountCreated && { password }) }, (made) =>
    fields({
      operator: made.operator,
      password: made.password ?? 'unchanged: the account already exists',
    }),
  )
}

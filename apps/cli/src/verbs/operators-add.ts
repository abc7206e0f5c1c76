import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { addVerb } from './verb.ts'

export function addOperatorsAdd(operators: Command): void {
  addVerb(
    operators,
    'add <email>',
    'invite a person to run the service: once they accept, they see every organization and decide on limits',
  ).action(add)
}

async function add(given: string, flags: { json?: boolean }): Promise<void> {
  const { z } = await import('zod')
  const { success } = z.email().safeParse(given)
  if (!success) throw new UsageError(`${given} is not an email address.`)
  const { deliver, deliveryFields, sendsMail } = await import('../delivery.ts')
  const inviteBy = (byMail: boolean) =>
    withCore((core, { inviteOperator }) => inviteOperator(core, { email: given, byMail }), 'create')
  const { email, expiresAt, secret } = await inviteBy(sendsMail())
  const invited = { email, role: 'operator', organization: null, expiresAt, secret }
  const delivered = await deliver(invited, () => inviteBy(false))
  print(flags, { operator: email, expiresAt, ...delivered }, (made) =>
    fields({
      invited: `${made.operator}, as operator`,
      until: made.expiresAt,
      ...deliveryFields(delivered),
    }),
  )
}

import type { Role } from '@sluice/core'
import { type Command, Option } from 'commander'
import { roles } from '../choices.ts'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

interface Flags {
  organization: string
  role: Role
  json?: boolean
}

export function addMembersInvite(members: Command): void {
  addVerb(
    members,
    'invite <email>',
    'create a single-use invitation link: sent by mail if SMTP_URL is set, otherwise shown once',
  )
    .requiredOption('--organization <id>', 'the organization')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('viewer'))
    .action(invite)
}

async function invite(email: string, flags: Flags): Promise<void> {
  const { role, organization } = flags
  const { deliver, deliveryFields, sendsMail } = await import('../delivery.ts')
  const inviteBy = (byMail: boolean) =>
    withCore(async (core, { inviteMember, membersOf }) => {
      const members = await membersOf(core, organization)
      const { name } = await core.db.organization.findUniqueOrThrow({ where: { id: organization } })
      return { ...(await inviteMember(members, { email, role, byMail })), name }
    })
  const { invitation, secret, name } = await inviteBy(sendsMail())
  const { expiresAt, email: to } = invitation
  const message = { email: to, role, organization: name, expiresAt, secret }
  const delivered = await deliver(message, () => inviteBy(false))
  print(flags, { email: to, role, expiresAt, ...delivered }, (made) =>
    fields({
      invited: `${made.email}, as ${made.role}`,
      until: made.expiresAt,
      ...deliveryFields(delivered),
    }),
  )
}

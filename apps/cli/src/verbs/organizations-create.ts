import type { inviteMember } from '@sluice/core'
import type { Command } from 'commander'
import { fields, print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { UsageError } from '../usage-error.ts'
import { addVerb } from './verb.ts'

interface Flags {
  id: string
  name: string
  admin?: string
  json?: boolean
}

export function addOrganizationsCreate(organizations: Command): void {
  addVerb(organizations, 'create', 'create an organization')
    .requiredOption('--id <id>', 'its id, which cannot change: 1 to 64 of A-Z a-z 0-9 . _ ~ -')
    .requiredOption('--name <name>', 'its display name')
    .option(
      '--admin <email>',
      'invite this person as owner: by mail if SMTP_URL is set, otherwise with a link, shown once',
    )
    .action(create)
}

async function create(flags: Flags): Promise<void> {
  const { id, name, admin } = await checked(flags)
  const { deliver, deliveryFields, sendsMail } = await import('../delivery.ts')
  const owner = admin === undefined ? undefined : { email: admin, byMail: sendsMail() }
  const { invited, ...organization } = await withCore(
    (core, { createOwnedOrganization }) => createOwnedOrganization(core, { id, name, owner }),
    'create',
  )
  const inviteAgain = ({ email, role }: Invited['invitation']) =>
    withCore(async (core, { inviteMember, membersOf }) =>
      inviteMember(await membersOf(core, id), { email, role }),
    )
  const delivered =
    invited && (await deliver(messageOf(name, invited), () => inviteAgain(invited.invitation)))
  const result = {
    ...organization,
    ...(delivered && { admin: { email: invited?.invitation.email, ...delivered } }),
  }
  print(flags, result, (made) =>
    fields({
      organization: `${made.id} (${made.name})`,
      ...(delivered && {
        owner: `${made.admin?.email}, when they accept`,
        ...deliveryFields(delivered),
      }),
    }),
  )
}

type Invited = Awaited<ReturnType<typeof inviteMember>>

function messageOf(organization: string, { invitation, secret }: Invited) {
  const { email, role, expiresAt } = invitation
  return { email, role, expiresAt, organization, secret }
}

async function checked(flags: Flags) {
  const { z } = await import('zod')
  const { idFault, idForm, isName, nameFault } = await import('@sluice/contract')
  const schema = z.object({
    id: z.string().regex(idForm, `--id ${idFault}`),
    name: z
      .string()
      .trim()
      .min(1, '--name must not be empty')
      .max(200, '--name is too long')
      .refine(isName, `--name ${nameFault}`),
    admin: z.email('--admin must be an email address').optional(),
  })
  const { success, data, error } = schema.safeParse(flags)
  if (success) return data
  throw new UsageError(error.issues.map(({ message }) => message).join('\n'))
}

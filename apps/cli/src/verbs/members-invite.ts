import { invitationLink, inviteMember, type Role, roles } from '@sluice/core'
import { type Command, Option } from 'commander'
import { readRuntime } from '../data/runtime.ts'
import { readEnvironment } from '../environment.ts'
import { membersOf } from '../organization.ts'
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
    'create a single-use invitation link, which is shown only once',
  )
    .requiredOption('--organization <id>', 'the organization')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('viewer'))
    .action(invite)
}

async function invite(email: string, flags: Flags): Promise<void> {
  const { invitation, secret } = await withCore(async (core) =>
    inviteMember(await membersOf(core, flags.organization), { email, role: flags.role }),
  )
  const { role, expiresAt } = invitation
  const link = invitationLink(consoleUrl(), secret)
  print(flags, { email: invitation.email, role, expiresAt, link }, (made) =>
    fields({ invited: `${made.email}, as ${made.role}`, until: made.expiresAt, link: made.link }),
  )
}

/** Of the environment; else of the product that runs on the data directory; else where one would be. */
function consoleUrl(): string {
  const { DATA_DIR, CONSOLE_URL } = readEnvironment(process.env)
  if (process.env.CONSOLE_URL) return CONSOLE_URL
  return readRuntime(DATA_DIR)?.consoleUrl ?? CONSOLE_URL
}

import type { Command } from 'commander'
import { print } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { addVerb } from './verb.ts'

export function addMembersRemove(members: Command): void {
  addVerb(
    members,
    'remove <email>',
    'remove a member, effective with their next call; the account stays',
  )
    .requiredOption('--organization <id>', 'the organization')
    .action(remove)
}

async function remove(
  email: string,
  flags: { organization: string; json?: boolean },
): Promise<void> {
  await withCore(async (core, { Problem, memberWithEmail, removeMember, membersOf }) => {
    const ctx = await membersOf(core, flags.organization)
    const member = await memberWithEmail(ctx, email)
    if (!member) {
      const detail = `${email} is not a member. See: sluice members list --organization ${flags.organization}`
      throw new Problem('not-found', { detail })
    }
    await removeMember(ctx, member.userId)
  })
  print(
    flags,
    { removed: email, organization: flags.organization },
    (gone) => `${gone.removed} is no longer a member of ${gone.organization}.`,
  )
}

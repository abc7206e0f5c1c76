import type { Command } from 'commander'
import { print, table } from '../output.ts'
import { withCore } from '../stores/with-core.ts'
import { allPages } from './all-pages.ts'
import { addVerb } from './verb.ts'

export function addMembersList(members: Command): void {
  addVerb(members, 'list', 'list the members and pending invitations of an organization')
    .requiredOption('--organization <id>', 'the organization')
    .action(list)
}

async function list(flags: { organization: string; json?: boolean }): Promise<void> {
  const result = await withCore(async (core, { listInvitations, listMembers, membersOf }) => {
    const ctx = await membersOf(core, flags.organization)
    const members = await allPages((paging) => listMembers(ctx, { ...paging, sort: 'name' }))
    const invitations = await allPages((paging) => listInvitations(ctx, paging))
    return {
      items: members.map(({ email, name, role, joinedAt }) => ({ email, name, role, joinedAt })),
      invitations: invitations.map(({ mayWithdraw: _, ...shown }) => shown),
    }
  })
  print(flags, result, ({ items, invitations }) =>
    table(
      ['EMAIL', 'NAME', 'ROLE', 'SINCE'],
      [
        ...items.map(({ email, name, role, joinedAt }) => [email, name, role, joinedAt]),
        ...invitations.map(({ email, role, status, expiresAt }) => [
          ...[email, '', role],
          status === 'open' ? `invited until ${expiresAt}` : `invitation expired ${expiresAt}`,
        ]),
      ],
    ),
  )
}

import type { RouterOutput } from '#server/trpc/router.ts'

export type Member = RouterOutput['members']['list']['items'][number]
export type Role = Member['role']

/** What each role lets a person do, from the most to the least. */
export const roleWords: Record<Role, string> = {
  owner: 'Everything, and decides who else is an owner. The last owner cannot leave.',
  admin:
    'Manages keys, things, integrations and settings, and invites, changes and removes admins and viewers.',
  viewer: 'Sees everything, the audit log too, and changes nothing.',
}

export const roleNames: Record<Role, string> = { owner: 'Owner', admin: 'Admin', viewer: 'Viewer' }

/** Every role, in the order in which choices show them. */
export const roleOrder = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[]

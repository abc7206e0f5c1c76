import type { RouterOutput } from '#server/trpc/router.ts'

export type Member = RouterOutput['members']['list']['items'][number]
export type Role = Member['role']

/** All roles, in the order in which they are offered. */
export const roleOrder = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[]

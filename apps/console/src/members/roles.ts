import type { RouterOutput } from '#server/trpc/router.ts'

export type Member = RouterOutput['members']['list']['items'][number]
export type Role = Member['role']

/** Every role, in the order in which choices show them. */
export const roleOrder = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[]

import { oneOf, text } from '#url/search-params.ts'
import { roleOrder } from './roles.ts'

/** Tabs of the page, as named in the URL's `tab`. The first is the default. */
export const memberTabs = ['people', 'invitations', 'security'] as const

export function memberTab(params: URLSearchParams): (typeof memberTabs)[number] {
  return oneOf(params, 'tab', memberTabs) ?? memberTabs[0]
}

/** Filter parameters of the people in the URL. */
export const memberFilters = ['text', 'role'] as const

/** Sort orders besides the default, by name. */
export const memberOrders = ['-name', '-createdAt', 'createdAt'] as const

/** The query of the people, from the URL. */
export function membersQuery(params: URLSearchParams) {
  return {
    ...listQuery(params),
    role: oneOf(params, 'role', roleOrder),
    sort: oneOf(params, 'sort', memberOrders),
  }
}

/** Filter parameters of the invitations in the URL. */
export const invitationFilters = ['text', 'status'] as const

const invitationStatuses = ['open', 'expired'] as const

/** The query of the invitations, from the URL. */
export function invitationsQuery(params: URLSearchParams) {
  return { ...listQuery(params), status: oneOf(params, 'status', invitationStatuses) }
}

/** The query of the security log, from the URL. */
export function securityQuery(params: URLSearchParams) {
  return { cursor: text(params, 'cursor') }
}

function listQuery(params: URLSearchParams) {
  return { text: text(params, 'text', 100), cursor: text(params, 'cursor') }
}

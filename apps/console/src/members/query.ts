import { oneOf, text } from '#url/search-params.ts'
import { roleOrder } from './roles.ts'

/** The parts of the page, as the URL's `tab` names them; the first is shown without one. */
export const memberTabs = ['people', 'invitations', 'security'] as const

export function memberTab(params: URLSearchParams): (typeof memberTabs)[number] {
  return oneOf(params, 'tab', memberTabs) ?? memberTabs[0]
}

/** The URL's parameters that narrow the people. */
export const memberFilters = ['text', 'role'] as const

/** The orders that can be chosen; by name is that of an empty choice. */
export const memberOrders = ['-name', '-createdAt', 'createdAt'] as const

/** The page of people that the URL asks for. */
export function membersQuery(params: URLSearchParams) {
  return {
    ...listQuery(params),
    role: oneOf(params, 'role', roleOrder),
    sort: oneOf(params, 'sort', memberOrders),
  }
}

/** The URL's parameters that narrow the invitations. */
export const invitationFilters = ['text', 'status'] as const

const invitationStatuses = ['open', 'expired'] as const

/** The page of invitations that the URL asks for. */
export function invitationsQuery(params: URLSearchParams) {
  return { ...listQuery(params), status: oneOf(params, 'status', invitationStatuses) }
}

/** The page of sign-ins and security changes that the URL asks for. */
export function securityQuery(params: URLSearchParams) {
  return { cursor: text(params, 'cursor') }
}

function listQuery(params: URLSearchParams) {
  return { text: text(params, 'text')?.slice(0, 100), cursor: text(params, 'cursor') }
}

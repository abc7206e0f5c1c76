/** Names the organization of the calling page. The server checks the membership on every call. */
export const ORGANIZATION_HEADER = 'x-sluice-organization'

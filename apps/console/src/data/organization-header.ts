/** Names the organization of the page that calls. The server asks at every call whether the user is a member of it. */
export const ORGANIZATION_HEADER = 'x-sluice-organization'

/** A cookie that the proxy sets: the organization that `/` redirects to. Calls do not depend on it. */
export const LAST_ORGANIZATION = 'sluice-organization'

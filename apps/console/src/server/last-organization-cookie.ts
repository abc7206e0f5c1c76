/** A cookie that the proxy sets: the organization that `/` leads to. No call goes by it. */
export const LAST_ORGANIZATION = 'sluice-organization'

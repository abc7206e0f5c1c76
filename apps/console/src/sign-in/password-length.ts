/** Allowed length of an account's password, in characters. */
export const passwordLength = { min: 12, max: 128 } as const

/** How many characters the password of an account has. */
export const passwordLength = { min: 12, max: 128 } as const

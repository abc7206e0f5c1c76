import { linkSecret } from '#link-secret/link-secret.ts'

/** The secret of an invitation: it is still there after signing in. */
export const { useSecret: useKeptSecret, forget: forgetSecret } = linkSecret('sluice.invitation')

import { linkSecret } from '#link-secret/link-secret.ts'

/** The secret of the invitation link. It survives signing in. */
export const { useSecret: useKeptSecret, forget: forgetSecret } = linkSecret('sluice.invitation')

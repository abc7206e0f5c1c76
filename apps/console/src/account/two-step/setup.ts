/** What a person's authenticator app is set up with. */
export interface Setup {
  /** As a QR code holds it: `otpauth://totp/…`. */
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** The secret of an `otpauth` address in groups of four, for typing it. */
export function secretIn(totpUri: string): string {
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

/** A code without the spaces that apps show it with. */
export function codeIn(typed: string): string {
  return typed.replace(/\s/g, '')
}

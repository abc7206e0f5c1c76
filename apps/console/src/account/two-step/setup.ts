/** What an authenticator app needs for setup. */
export interface Setup {
  /** The content of the QR code: `otpauth://totp/…`. */
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** The secret of an `otpauth` URI in groups of four, for typing it. */
export function secretIn(totpUri: string): string {
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

/** A code without the spaces that apps show in it. */
export function codeIn(typed: string): string {
  return typed.replace(/\s/g, '')
}

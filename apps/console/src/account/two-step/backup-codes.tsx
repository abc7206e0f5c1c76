import type { Secret } from '#reveal/secret.ts'
import { CodeList } from './code-list.tsx'

/** The backup codes, which are left only once they are stored. */
export function backupCodes(codes: readonly string[]): Secret {
  return {
    advice: (
      <>
        Without your phone, one of these codes signs you in instead. Each works once.{' '}
        <strong>They are shown only now.</strong> Keep them where you keep your passwords.
      </>
    ),
    shown: <CodeList codes={codes} />,
    done: 'I have stored them',
  }
}

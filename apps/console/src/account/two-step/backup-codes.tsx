import type { Secret } from '#reveal/secret.ts'
import { texts } from '#texts/account-two-step.tsx'
import { CodeList } from './code-list.tsx'

/** The backup codes, shown until the user confirms that they are stored. */
export function backupCodes(codes: readonly string[]): Secret {
  return {
    advice: texts.codes.advice,
    shown: <CodeList codes={codes} />,
    done: texts.codes.stored,
  }
}

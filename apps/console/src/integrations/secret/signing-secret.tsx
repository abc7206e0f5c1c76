import { CopyLine } from '#copy/copy-line.tsx'
import type { Secret } from '#reveal/secret.ts'
import { texts } from '#texts/integrations-page.tsx'

/** Shows an integration's secret. The dialog closes only after the user confirms that it is stored. */
export function signingSecret(secret: string): Secret {
  return {
    advice: texts.secret.advice,
    shown: <CopyLine text={secret} what={texts.secret.name} autoFocus />,
    done: texts.secret.stored,
  }
}

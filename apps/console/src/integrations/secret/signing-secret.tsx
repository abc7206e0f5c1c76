import { CopyLine } from '#copy/copy-line.tsx'
import type { Secret } from '#reveal/secret.ts'

/** An integration's secret, which is left only once it is stored. */
export function signingSecret(secret: string): Secret {
  return {
    advice: (
      <>
        Your receiver verifies signatures with this secret. Use any Standard Webhooks library.{' '}
        <strong>It is shown only once</strong>; a lost one is replaced by rotating it.
      </>
    ),
    shown: <CopyLine text={secret} what="the signing secret" autoFocus />,
    done: 'I have stored it',
  }
}

import { Text } from '@mantine/core'
import type { Output } from '@sluice/contract'
import { CallSnippets } from '#copy/call-snippets.tsx'
import { CopyLine } from '#copy/copy-line.tsx'
import type { Secret } from '#reveal/secret.ts'
import { firstCall } from './first-call.ts'

/** A key's string with a first call to try it. */
export function keySecret({ key, scopes }: Output<'keys.create'>): Secret {
  return {
    advice: (
      <>
        Copy the key now and store it with your secrets. <strong>It is shown only once</strong>; a
        lost key cannot be recovered, only revoked and replaced.
      </>
    ),
    shown: (
      <>
        <CopyLine text={key} what="the key" autoFocus />
        <div>
          <Text size="sm" fw={550} mb={4}>
            Try it
          </Text>
          <CallSnippets call={firstCall(scopes)} keyString={key} />
        </div>
      </>
    ),
    done: 'I have stored it',
    unread: {
      title: 'Close without the key?',
      text: 'It cannot be shown again. The key stays active until you revoke it.',
    },
  }
}

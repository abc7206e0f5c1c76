import { Text } from '@mantine/core'
import type { Output } from '@sluice/contract'
import { CallSnippets } from '#copy/call-snippets.tsx'
import { CopyLine } from '#copy/copy-line.tsx'
import { ExactTime } from '#format/exact-time.tsx'
import type { Secret } from '#reveal/secret.ts'
import { texts } from '#texts/keys-revoke.tsx'
import { firstCall } from './first-call.ts'

/** A key string, with its expiry and an example call to try it. */
export function keySecret({ key, scopes, expiresAt }: Output<'keys.create'>): Secret {
  return {
    advice: texts.secret.advice,
    shown: (
      <>
        <CopyLine text={key} what={texts.secret.key} autoFocus />
        {expiresAt !== null && (
          <Text size="sm">{texts.secret.expires(<ExactTime iso={expiresAt} />)}</Text>
        )}
        <div>
          <Text size="sm" fw={550} mb={4}>
            {texts.secret.tryIt}
          </Text>
          <CallSnippets call={firstCall(scopes)} keyString={key} />
        </div>
      </>
    ),
    done: texts.secret.stored,
    unread: {
      title: texts.secret.unread.title,
      text: texts.secret.unread.text,
    },
  }
}

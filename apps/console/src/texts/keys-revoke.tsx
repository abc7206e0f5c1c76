import type { ReactNode } from 'react'
import { plural } from './plural.ts'

export const texts = {
  several: {
    title: (count: number) => plural(count, { one: 'Revoke # key?', other: 'Revoke # keys?' }),
    action: (count: number) => plural(count, { one: 'Revoke # key', other: 'Revoke # keys' }),
    done: (count: number) => plural(count, { one: '# key revoked.', other: '# keys revoked.' }),
    lastUsed: (ago: string, address: string | null, calls: number | undefined) =>
      [
        `Last used ${ago}${address === null ? '' : ` from ${address}`}`,
        ...(calls ? [`${plural(calls, { one: '# call', other: '# calls' })} in 14 days`] : []),
      ].join(', '),
    effect:
      'Their requests are rejected at once, permanently. Anything that uses them stops working:',
    failed: 'Some keys could not be revoked',
    keep: 'Keep them',
    allRefused: 'All its calls were refused',
    neverUsed: 'Never used',
  },
  secret: {
    advice: (
      <>
        Copy the key now and store it with your secrets. <strong>It is shown only once.</strong> A
        lost key cannot be recovered, only revoked and replaced.
      </>
    ),
    key: 'the key',
    expires: (at: ReactNode) => <>It expires on {at}.</>,
    tryIt: 'Try it',
    stored: 'I have stored it',
    unread: {
      title: 'Close without the key?',
      text: 'It cannot be shown again. The key stays active until you revoke it.',
    },
  },
  one: {
    effect: (key: string) => (
      <>
        Requests with <code>{key}</code> are rejected at once, permanently. The key stays on record.
      </>
    ),
    lastUsed: (ago: string, address: string | null) => (
      <>
        <strong>It was last used {ago}</strong>
        {address !== null && ` from ${address}`}. Anything that still uses it stops working.
      </>
    ),
    title: (name: string) => `Revoke “${name}”?`,
    action: 'Revoke key',
    done: (name: string) => `“${name}” revoked.`,
    unused: 'No call with it has been accepted.',
  },
  overlaps: {
    none: {
      label: 'No time: it stops at once',
      hint: 'For a leaked key.',
    },
    hour: {
      label: '1 hour',
      hint: 'To replace it by hand.',
    },
    day: {
      label: '24 hours',
      hint: 'To replace it in a deployment.',
    },
    week: {
      label: '7 days',
      hint: 'For another party to replace it.',
    },
  },
  rotate: {
    lastUsed: (ago: string, address: string | null) =>
      `It was last used ${ago}${address === null ? '' : ` from ${address}`}. Programs that use it are rejected until they have the new key.`,
    effect:
      'Creates a key with the same type, name, scopes, addresses, share and expiry. The new key is shown only once. The old key stops working after the time you choose here.',
    overlap: 'The old key keeps working for',
    cancel: 'Cancel',
    action: 'Rotate key',
    title: (name: string) => `Rotate “${name}”`,
    done: (name: string) => `“${name}” rotated: here is the new key`,
    changed:
      'This key was changed or rotated since this page was loaded, perhaps by your own last try. Nothing was rotated now. Look in the list of keys for a newer key with this name: revoke it if nobody has its string. Then open this dialog again.',
  },
}

'use client'

import { Anchor } from '@mantine/core'
import { usePathname } from 'next/navigation'
import { texts } from '#texts/sign-in-again.ts'

/** Says before the work that it needs a recent sign-in. The sign-in is in a new tab, which keeps what is entered here. */
export function SignInAgain() {
  const next = encodeURIComponent(usePathname())
  return (
    <>
      {texts.need}{' '}
      <Anchor
        href={`/sign-in?again=1&next=${next}`}
        target="_blank"
        rel="noopener"
        inherit
        underline="always"
      >
        {texts.action}
      </Anchor>
    </>
  )
}

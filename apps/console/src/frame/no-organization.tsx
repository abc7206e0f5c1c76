'use client'

import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { signOut } from '#sign-in/sign-out.ts'
import { State } from '#states/state.tsx'
import { texts } from '#texts/frame.ts'

/** Shown to a user who is no longer a member of any organization. */
export function NoOrganization({ email }: { email: string }) {
  return (
    <main>
      <State
        icon={IconUsersGroup}
        heading="h1"
        title={texts.noOrganization.title}
        action={
          <Button variant="default" onClick={() => signOut()}>
            {texts.noOrganization.signOut}
          </Button>
        }
      >
        {texts.noOrganization.text(email)}
      </State>
    </main>
  )
}

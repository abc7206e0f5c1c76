'use client'

import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { signOut } from '#sign-in/request.ts'
import { State } from '#states/state.tsx'

/** For a user whom every organization has let go. */
export function NoOrganization({ email }: { email: string }) {
  return (
    <main>
      <State
        icon={IconUsersGroup}
        heading="h1"
        title="You are not a member of an organization"
        action={
          <Button variant="default" onClick={() => signOut()}>
            Sign out
          </Button>
        }
      >
        Ask an admin of the organization to invite {email}, then open the link that they give you.
      </State>
    </main>
  )
}

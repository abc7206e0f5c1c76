'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import classes from './account.module.css'
import { deviceOf } from './device.ts'
import type { Account } from './use-account.ts'

type Session = Account['sessions'][number]

/** Where the person is signed in. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const client = useTRPCClient()
  const [ending, setEnding] = useState<Session>()
  const [endsOthers, setEndsOthers] = useState(false)
  const columns: readonly Column<Session>[] = [
    { header: 'Device', phone: true, cell: (session) => <Device session={session} /> },
    { header: 'Address', width: '26%', cell: ({ address }) => address ?? 'Unknown' },
    { header: 'Active', width: '112px', cell: ({ activeAt }) => <Time iso={activeAt} /> },
    {
      header: 'End',
      width: '96px',
      align: 'end',
      phone: true,
      cell: (session) =>
        session.isThis ? (
          <span className={classes.quiet}>This one</span>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`End ${deviceOf(session.userAgent)}`}
            onClick={() => setEnding(session)}
          >
            End…
          </Button>
        ),
    },
  ]
  return (
    <Section
      title="Sessions"
      actions={
        sessions.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => setEndsOthers(true)}>
            End all others…
          </Button>
        )
      }
    >
      <DataTable caption="Sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
      <ConfirmDialog
        title="End this session?"
        action="End session"
        done="The session is ended."
        act={async () => ending && client.account.endSession.mutate({ sessionId: ending.id })}
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
      >
        {ending && deviceOf(ending.userAgent)} is signed out at its next step.
      </ConfirmDialog>
      <ConfirmDialog
        title="End all other sessions?"
        action="End all others"
        done="All other sessions are ended."
        act={() => client.account.endOtherSessions.mutate()}
        opened={endsOthers}
        onClose={() => setEndsOthers(false)}
      >
        Every other browser is signed out at its next step. This one stays signed in.
      </ConfirmDialog>
    </Section>
  )
}

function Device({ session }: { session: Session }) {
  return (
    <>
      <div>{deviceOf(session.userAgent)}</div>
      <div className={classes.quiet}>
        Signed in <Time iso={session.createdAt} />
      </div>
    </>
  )
}

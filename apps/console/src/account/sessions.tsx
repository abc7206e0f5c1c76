'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { Time } from '#format/time.tsx'
import { Section } from '#frame/section.tsx'
import type { Column } from '#table/column.ts'
import { DataTable } from '#table/data-table.tsx'
import { texts } from '#texts/account.tsx'
import classes from './account.module.css'
import { deviceOf } from './device.ts'
import type { Account } from './use-account.ts'

type Session = Account['sessions'][number]

/** The user's sessions. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const client = useTRPCClient()
  const [ending, setEnding] = useState<Session>()
  const [endsOthers, setEndsOthers] = useState(false)
  const columns: readonly Column<Session>[] = [
    { header: texts.sessions.device, phone: true, cell: (session) => <Device session={session} /> },
    {
      header: texts.sessions.address,
      width: '26%',
      cell: ({ address }) => address ?? texts.sessions.unknownAddress,
    },
    {
      header: texts.sessions.active,
      width: '112px',
      cell: ({ activeAt }) => <Time iso={activeAt} />,
    },
    {
      header: texts.sessions.end,
      width: '96px',
      align: 'end',
      phone: true,
      cell: (session) =>
        session.isThis ? (
          <span className={classes.quiet}>{texts.sessions.isThis}</span>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.sessions.endOf(deviceOf(session.userAgent))}
            onClick={() => setEnding(session)}
          >
            {texts.sessions.endOpens}
          </Button>
        ),
    },
  ]
  return (
    <Section
      title={texts.sessions.title}
      actions={
        sessions.length > 1 && (
          <Button variant="default" size="compact-sm" onClick={() => setEndsOthers(true)}>
            {texts.sessions.endOthersOpens}
          </Button>
        )
      }
    >
      <DataTable
        caption={texts.sessions.title}
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        title={texts.sessions.endsOne.title}
        action={texts.sessions.endsOne.action}
        done={texts.sessions.endsOne.done}
        act={async () => ending && client.account.endSession.mutate({ sessionId: ending.id })}
        opened={ending !== undefined}
        onClose={() => setEnding(undefined)}
      >
        {ending && texts.sessions.endsOne.text(deviceOf(ending.userAgent))}
      </ConfirmDialog>
      <ConfirmDialog
        title={texts.sessions.endsOthers.title}
        action={texts.sessions.endsOthers.action}
        done={texts.sessions.endsOthers.done}
        act={() => client.account.endOtherSessions.mutate()}
        opened={endsOthers}
        onClose={() => setEndsOthers(false)}
      >
        {texts.sessions.endsOthers.text}
      </ConfirmDialog>
    </Section>
  )
}

function Device({ session }: { session: Session }) {
  return (
    <>
      <div>{deviceOf(session.userAgent)}</div>
      <div className={classes.quiet}>
        {texts.sessions.signedIn(<Time iso={session.createdAt} />)}
      </div>
    </>
  )
}

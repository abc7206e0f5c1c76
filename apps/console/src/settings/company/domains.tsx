'use client'

import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { CopyLine } from '#copy/copy-line.tsx'
import { useTRPCClient } from '#data/trpc.ts'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { StatusMark } from '#states/status-mark.tsx'
import { texts } from '#texts/settings-company.ts'
import classes from './company.module.css'
import { type Company, refusalOf, useChange } from './use-company.ts'

type Domain = Company['domains'][number]

/** The domains for whose addresses the provider may authenticate people. */
export function Domains({ domains }: { domains: readonly Domain[] }) {
  return (
    <>
      {domains.length > 0 && (
        <ul className={classes.domains}>
          {domains.map((domain) => (
            <li key={domain.domain} className={classes.domain}>
              <DomainRow domain={domain} />
            </li>
          ))}
        </ul>
      )}
      <AddDomain />
    </>
  )
}

function DomainRow({ domain: { domain, record, provenAt, provenBy } }: { domain: Domain }) {
  const client = useTRPCClient()
  const [removes, setRemoves] = useState(false)
  const prove = useChange(
    () => client.company.proveDomain.mutate({ domain }),
    () => notifications.show({ message: texts.domains.isProven(domain) }),
  )
  return (
    <>
      <div className={classes.head}>
        <span className={classes.name}>{domain}</span>
        <StatusMark status={provenAt ? texts.domains.proven : texts.domains.notProven} />
        <Group gap="xs">
          {!provenAt && (
            <Button
              size="compact-sm"
              loading={prove.isPending}
              aria-label={texts.domains.checkOf(domain)}
              onClick={() => prove.mutate(undefined)}
            >
              {texts.domains.check}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.domains.removeOf(domain)}
            onClick={() => setRemoves(true)}
          >
            {texts.domains.removeOpens}
          </Button>
        </Group>
      </div>
      {provenBy === 'operator' && <p className={classes.quiet}>{texts.domains.byOperator}</p>}
      {!provenAt && (
        <>
          <p className={classes.quiet}>{texts.domains.record(domain)}</p>
          <CopyLine text={record} what={texts.domains.recordCopied(domain)} />
        </>
      )}
      <div role="alert">{prove.error && <Alert color="red">{refusalOf(prove.error)}</Alert>}</div>
      <ConfirmDialog
        title={texts.domains.remove.title(domain)}
        action={texts.domains.remove.action}
        done={texts.domains.remove.done(domain)}
        act={() => client.company.removeDomain.mutate({ domain })}
        opened={removes}
        onClose={() => setRemoves(false)}
      >
        {texts.domains.remove.text(domain)}
      </ConfirmDialog>
    </>
  )
}

function AddDomain() {
  const client = useTRPCClient()
  const [domain, setDomain] = useState('')
  const add = useChange(
    (wanted: string) => client.company.addDomain.mutate({ domain: wanted }),
    () => setDomain(''),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    add.mutate(domain)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Group align="end" gap="xs">
          <TextInput
            label={texts.domains.another}
            placeholder={texts.domains.example}
            spellCheck={false}
            autoComplete="off"
            maxLength={300}
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={add.isPending}
            disabled={domain.trim() === ''}
          >
            {texts.domains.add}
          </Button>
        </Group>
        <div role="alert">{add.error && <Alert color="red">{refusalOf(add.error)}</Alert>}</div>
      </Stack>
    </form>
  )
}

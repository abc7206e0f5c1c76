'use client'

import { Button, Group, Text } from '@mantine/core'
import type { Scope } from '@sluice/contract'
import classes from '#form/form-actions.module.css'
import { useExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { budgetWords } from '../budget/budget-words.ts'
import { AddressLines } from '../scope-lines.tsx'
import { scopeWords } from '../scopes/words.ts'
import summary from './key-summary.module.css'

interface KeySummaryProps {
  readonly draft: {
    readonly keyType: string
    readonly name: string
    readonly scopes: readonly Scope[]
    readonly allowedIpCidrs: readonly string[]
    readonly budgetShare: number | null
    readonly expiresAt: string | null
  }
  readonly isBusy: boolean
  readonly onCreate: () => void
  readonly onBack: () => void
}

/** What the key will be allowed, before it is made. */
export function KeySummary({ draft, isBusy, onCreate, onBack }: KeySummaryProps) {
  const { keyType, name, scopes, allowedIpCidrs, budgetShare, expiresAt } = draft
  const exact = useExactTime()
  return (
    <>
      <Text size="sm" mb="sm">
        Anyone with the key can do this. You can change scopes, addresses and expiry later, but not
        the type.
      </Text>
      <Facts
        rows={[
          ['Name', name],
          [
            'Type',
            keyType === 'Admin'
              ? 'Admin: can manage keys within its scopes'
              : 'External: can never manage keys',
          ],
          [
            'May',
            <ul key="scopes" className={summary.scopes}>
              {scopes.map((scope) => (
                <li key={`${scope.action} ${scope.resourceFilter}`}>{scopeWords(scope)}</li>
              ))}
            </ul>,
          ],
          ['From', <AddressLines key="addresses" entries={allowedIpCidrs} />],
          ['Budget', budgetWords(budgetShare)],
          ['Until', expiresAt ? exact(expiresAt) : 'Until it is revoked'],
        ]}
      />
      <Group justify="flex-end" className={classes.actions ?? ''}>
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          Back
        </Button>
        <Button onClick={onCreate} loading={isBusy} autoFocus>
          Create key
        </Button>
      </Group>
    </>
  )
}

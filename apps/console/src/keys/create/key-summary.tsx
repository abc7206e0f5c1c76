'use client'

import { Button, Group, Text } from '@mantine/core'
import type { Scope } from '@sluice/contract'
import classes from '#form/form-actions.module.css'
import { useExactTime } from '#format/exact-time.tsx'
import { Facts } from '#states/facts.tsx'
import { texts } from '#texts/keys-create.tsx'
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

/** A summary of what the key will be allowed to do, before it is created. */
export function KeySummary({ draft, isBusy, onCreate, onBack }: KeySummaryProps) {
  const { keyType, name, scopes, allowedIpCidrs, budgetShare, expiresAt } = draft
  const exact = useExactTime()
  return (
    <>
      <Text size="sm" mb="sm">
        {texts.summary.effect}
      </Text>
      <Facts
        rows={[
          [texts.summary.name, name],
          [texts.summary.type, keyType === 'Admin' ? texts.summary.admin : texts.summary.external],
          [
            texts.summary.may,
            <ul key="scopes" className={summary.scopes}>
              {scopes.map((scope) => (
                <li key={`${scope.action} ${scope.resourceFilter}`}>{scopeWords(scope)}</li>
              ))}
            </ul>,
          ],
          [texts.summary.from, <AddressLines key="addresses" entries={allowedIpCidrs} />],
          [texts.summary.budget, budgetWords(budgetShare)],
          [texts.summary.until, expiresAt ? exact(expiresAt) : texts.summary.untilRevoked],
        ]}
      />
      <Group justify="flex-end" className={classes.actions ?? ''}>
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          {texts.summary.back}
        </Button>
        <Button onClick={onCreate} loading={isBusy} autoFocus>
          {texts.summary.create}
        </Button>
      </Group>
    </>
  )
}

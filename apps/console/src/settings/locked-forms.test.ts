import type { Organization } from '@sluice/contract'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { propsWithin } from '#data/testing/props-within.ts'
import { runHook } from '#data/testing/run-hook.tsx'
import { ProviderForm } from './company/provider-form.tsx'
import { RulesForm } from './company/rules-form.tsx'
import type { Company } from './company/use-company.ts'
import { SettingsForm } from './settings-form.tsx'

const company = {
  provider: { issuer: 'https://login.acme.example', clientId: 'sluice', joinRole: null },
  rules: { requireCompany: false, requireSecondFactor: false, sessionHours: null },
  ...{ hourBounds: { min: 1, max: 720 }, etags: {}, domains: [], redirectUri: '' },
} as unknown as Company
const organization = { name: 'Acme', leakedKeys: 'notify', retentionDays: null, etag: '1' }

type Form = ReactElement<{ onSubmit: (event: object) => void }>

test.each<[string, () => Form]>([
  ['provider', () => ProviderForm({ company })],
  ['rules', () => RulesForm({ company })],
  ['settings', () => SettingsForm({ organization: organization as Organization })],
])('the form of the %s is locked while it is saved', async (_, form) => {
  const { promise, resolve } = Promise.withResolvers()
  const { now, act } = await runHook(form, () => promise)
  const isLocked = () => propsWithin(now(), ({ isBusy }) => isBusy !== undefined).isBusy
  expect(isLocked()).toBe(false)
  await act(() => now().props.onSubmit({ preventDefault() {} }))
  await expect.poll(isLocked).toBe(true)
  await act(() => resolve({}))
  await expect.poll(isLocked).toBe(false)
})

test('the result of a test of the provider goes with its issuer', async () => {
  const outcome = { found: { issuer: 'x' }, fault: null }
  const { now, act } = await runHook(
    () => ProviderForm({ company }),
    () => outcome,
  )
  const shown = () => propsWithin(now(), (props) => 'outcome' in props).outcome
  const field = propsWithin(now(), ({ form }) => form).form.getInputProps
  await act(() => propsWithin(now(), ({ children }) => children === 'Test').onClick())
  await expect.poll(shown).toEqual(outcome)
  await act(() => field('clientId').onChange('other'))
  expect(shown()).toEqual(outcome)
  await act(() => field('issuer').onChange('https://login.other.example'))
  await expect.poll(shown).toBeUndefined()
})

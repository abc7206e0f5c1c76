import { Input, PasswordInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CopyLine } from '#copy/copy-line.tsx'
import classes from './company.module.css'
import type { Company } from './use-company.ts'

/** What an owner says of the organization's provider. */
export interface ProviderDraft {
  readonly issuer: string
  readonly clientId: string
  /** Empty where the one that is kept stays. */
  readonly clientSecret: string
  /** Empty where people need an invitation. */
  readonly joinRole: string
}

const joinChoices = [
  { value: '', label: 'Need an invitation' },
  { value: 'viewer', label: 'May join as viewer' },
  { value: 'admin', label: 'May join as admin' },
]

interface ProviderFieldsProps {
  readonly form: UseFormReturnType<ProviderDraft>
  readonly company: Company
}

export function ProviderFields({ form, company }: ProviderFieldsProps) {
  const { provider, redirectUri } = company
  return (
    <>
      <Input.Wrapper
        label="Redirect URI"
        description="Register a web application at your provider with exactly this one."
      >
        <div className={classes.copied}>
          <CopyLine text={redirectUri} what="the redirect URI" />
        </div>
      </Input.Wrapper>
      <TextInput
        label="Issuer"
        description="The https URL by which the provider calls itself."
        placeholder="https://login.acme.example"
        spellCheck={false}
        autoComplete="off"
        maxLength={2000}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label="Client id"
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        {...form.getInputProps('clientId')}
      />
      <PasswordInput
        label="Client secret"
        description={
          provider
            ? 'One is kept, and is never shown. Enter another to replace it.'
            : 'It is kept encrypted, and is never shown again.'
        }
        autoComplete="new-password"
        maxLength={1000}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the client secret' }}
        {...form.getInputProps('clientSecret')}
      />
      <Select
        label="New people with an address of your domains"
        data={joinChoices}
        allowDeselect={false}
        {...form.getInputProps('joinRole')}
      />
    </>
  )
}

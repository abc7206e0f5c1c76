import { Input, PasswordInput, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CopyLine } from '#copy/copy-line.tsx'
import { texts } from '#texts/settings-company.ts'
import classes from './company.module.css'
import type { Company } from './use-company.ts'

/** The form values of the organization's provider. */
export interface ProviderDraft {
  readonly issuer: string
  readonly clientId: string
  /** Empty to keep the stored secret. */
  readonly clientSecret: string
  /** Empty if people need an invitation. */
  readonly joinRole: string
}

const joinChoices = [
  { value: '', label: texts.provider.joins.byInvitation },
  { value: 'viewer', label: texts.provider.joins.viewer },
  { value: 'admin', label: texts.provider.joins.admin },
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
        label={texts.provider.redirectUri}
        description={texts.provider.redirectUriHint}
      >
        <div className={classes.copied}>
          <CopyLine text={redirectUri} what={texts.provider.redirectUriCopied} />
        </div>
      </Input.Wrapper>
      <TextInput
        label={texts.provider.issuer}
        description={texts.provider.issuerHint}
        placeholder={texts.provider.issuerExample}
        spellCheck={false}
        autoComplete="off"
        maxLength={2000}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={texts.provider.clientId}
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        {...form.getInputProps('clientId')}
      />
      <PasswordInput
        label={texts.provider.clientSecret}
        description={provider ? texts.provider.clientSecretKept : texts.provider.clientSecretNew}
        autoComplete="new-password"
        maxLength={1000}
        visibilityToggleButtonProps={{ 'aria-label': texts.provider.showClientSecret }}
        {...form.getInputProps('clientSecret')}
      />
      <Select
        label={texts.provider.newPeople}
        data={joinChoices}
        allowDeselect={false}
        {...form.getInputProps('joinRole')}
      />
    </>
  )
}

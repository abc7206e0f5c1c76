'use client'

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { texts } from '#texts/passwords.ts'
import { useStrength } from './use-strength.ts'

interface NewPasswordProps extends Omit<PasswordInputProps, 'value'> {
  readonly value?: string
  /** Personal words that the password should not be made of. */
  readonly own: readonly string[]
}

/** A field for a new password that rates it while the user types. The server checks it again. */
export function NewPassword({ own, value = '', error, ...field }: NewPasswordProps) {
  const strength = useStrength(value, own)
  const hint = strength && (strength === 'strong' ? texts.strong : texts.weak[strength])
  return (
    <PasswordInput
      description={texts.advice}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': texts.show }}
      {...field}
      value={value}
      error={error}
      inputContainer={(input) => (
        <>
          {input}
          {/* Always present, so that screen readers announce later changes. */}
          <div aria-live="polite" style={hintStyle}>
            {error ? null : hint}
          </div>
        </>
      )}
    />
  )
}

const hintStyle = { marginTop: 4, color: 'var(--text-muted)', fontSize: 12 }

import { Radio, Stack } from '@mantine/core'
import { texts as inviteTexts } from '#texts/members-invite.tsx'
import { texts } from '#texts/roles.ts'
import { type Role, roleOrder } from '../roles.ts'

interface RoleChoiceProps {
  readonly roles: readonly Role[]
  readonly value?: Role
  readonly onChange?: (value: string) => void
}

/** The roles that the user may give, with descriptions. */
export function RoleChoice({ roles, ...field }: RoleChoiceProps) {
  return (
    <Radio.Group label={inviteTexts.role} {...field}>
      <Stack gap="xs" mt={6}>
        {roleOrder
          .filter((role) => roles.includes(role))
          .map((role) => (
            <Radio
              key={role}
              value={role}
              label={texts.name[role]}
              description={texts.allows[role]}
              size="xs"
            />
          ))}
      </Stack>
    </Radio.Group>
  )
}

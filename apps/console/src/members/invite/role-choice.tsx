import { Radio, Stack } from '@mantine/core'
import { type Role, roleNames, roleOrder, roleWords } from '../role-words.ts'

interface RoleChoiceProps {
  readonly roles: readonly Role[]
  readonly value?: Role
  readonly onChange?: (value: string) => void
}

/** The roles in words, without those that are not the chooser's to give. */
export function RoleChoice({ roles, ...field }: RoleChoiceProps) {
  return (
    <Radio.Group label="Role" {...field}>
      <Stack gap="xs" mt={6}>
        {roleOrder
          .filter((role) => roles.includes(role))
          .map((role) => (
            <Radio
              key={role}
              value={role}
              label={roleNames[role]}
              description={roleWords[role]}
              size="xs"
            />
          ))}
      </Stack>
    </Radio.Group>
  )
}

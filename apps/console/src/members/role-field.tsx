'use client'

import { NativeSelect, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { type Member, type Role, roleNames, roleOrder, roleWords } from './role-words.ts'
import { useChangeRole } from './use-change-role.ts'

/** A member's role, changed in place by who may. Only one's own is asked about: it may not be one's to take back. */
export function RoleField({ member }: { member: Member }) {
  const { name, role, isYou, mayBecome } = member
  const [wanted, setWanted] = useState<Role>()
  const { change, changeSilently, isPending } = useChangeRole(member)
  if (mayBecome.length === 0) return <FixedRole member={member} />
  const choices = roleOrder.filter((one) => one === role || mayBecome.includes(one))
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`Role of ${name}`}
        value={role}
        disabled={isPending}
        data={choices.map((value) => ({ value, label: roleNames[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.find((one) => one === value)
          if (!chosen) return
          if (isYou) setWanted(chosen)
          else void change(chosen)
        }}
      />
      {wanted && (
        <ConfirmDialog
          title={`Become ${wanted} yourself?`}
          action={`Become ${wanted}`}
          done={`You are ${wanted} now.`}
          act={() => changeSilently(wanted)}
          opened
          onClose={() => setWanted(undefined)}
        >
          {roleNames[wanted]}: {roleWords[wanted]} Somebody else has to give you the role of {role}{' '}
          back.
        </ConfirmDialog>
      )}
    </>
  )
}

function FixedRole({ member: { role, isLastOwner } }: { member: Member }) {
  if (!isLastOwner) return roleNames[role]
  return (
    <Tooltip label="The only owner: make somebody else an owner first.">
      <span>{roleNames[role]}</span>
    </Tooltip>
  )
}

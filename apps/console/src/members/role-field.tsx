'use client'

import { NativeSelect, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#form/confirm-dialog.tsx'
import { texts } from '#texts/members.ts'
import { texts as roleTexts } from '#texts/roles.ts'
import { type Member, type Role, roleOrder } from './roles.ts'
import { useChangeRole } from './use-change-role.ts'

/** A member's role, changed in place. Asks only before changing one's own, which one may be unable to undo. */
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
        aria-label={texts.people.roleOf(name)}
        value={role}
        disabled={isPending}
        data={choices.map((value) => ({ value, label: roleTexts.name[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = choices.find((one) => one === value)
          if (!chosen) return
          if (isYou) setWanted(chosen)
          else void change(chosen)
        }}
      />
      {wanted && (
        <ConfirmDialog
          title={texts.ownRole.title(roleTexts.inSentence[wanted])}
          action={texts.ownRole.action(roleTexts.inSentence[wanted])}
          done={texts.ownRole.done(roleTexts.inSentence[wanted])}
          act={() => changeSilently(wanted)}
          opened
          onClose={() => setWanted(undefined)}
        >
          {texts.ownRole.text(
            roleTexts.name[wanted],
            roleTexts.allows[wanted],
            roleTexts.inSentence[role],
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

function FixedRole({ member: { role, isLastOwner } }: { member: Member }) {
  if (!isLastOwner) return roleTexts.name[role]
  return (
    <Tooltip label={texts.people.lastOwner}>
      <span>{roleTexts.name[role]}</span>
    </Tooltip>
  )
}

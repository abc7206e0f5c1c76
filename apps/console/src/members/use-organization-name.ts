import { useConsole } from '#frame/console-context.tsx'
import { usePerson } from '#frame/person-context.tsx'

export function useOrganizationName(): string {
  const { organizationId } = useConsole()
  const { memberships } = usePerson()
  return memberships.find((one) => one.organizationId === organizationId)?.name ?? organizationId
}

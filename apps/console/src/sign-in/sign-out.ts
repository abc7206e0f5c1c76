import { callAuth } from '#auth-calls/call-auth.ts'
import { texts } from '#texts/data.ts'

/** Leaves the page once the sign-out is accepted. If it is refused or unanswered, says so and resolves to false. */
export async function signOut(leadsTo = '/sign-in'): Promise<boolean> {
  const answered = await callAuth('/sign-out', {})
  if (!answered.ok) {
    // Not a notice, whose code may have to be loaded first. These texts are in every page, unlike those of sign-in.
    window.alert(answered.refusal.status ? texts.failed : texts.unreachable)
    return false
  }
  // A full page load, so that no data of the old session stays in memory.
  window.location.assign(leadsTo)
  return true
}

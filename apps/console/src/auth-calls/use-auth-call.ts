import { useState } from 'react'
import type { Answered } from './call-auth.ts'

/** A call to an authentication endpoint, and whether it is under way: a dialog that shows its answer must stay open. */
export function useAuthCall<Input, Body>(call: (input: Input) => Promise<Answered<Body>>) {
  const [isPending, setPending] = useState(false)
  async function ask(input: Input) {
    setPending(true)
    const answered = await call(input)
    setPending(false)
    return answered
  }
  return { ask, isPending }
}

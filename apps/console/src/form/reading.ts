import type { Fault } from '@sluice/contract'

/** What a form comes to: the body to send, and what of it cannot be read. */
export interface Reading<Body> {
  readonly body: Body
  readonly faults: readonly Fault[]
}

/** Collects faults while a form's texts are read, in the server's form. */
export function makeFaults() {
  const faults: Fault[] = []
  return {
    faults,
    add: (field: string, detail: string) => faults.push({ pointer: `/body/${field}`, detail }),
  }
}

export type AddFault = ReturnType<typeof makeFaults>['add']

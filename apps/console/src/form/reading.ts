import type { Fault } from '@sluice/contract'

/** A form's values as a body to send, with the faults found while reading them. */
export interface Reading<Body> {
  readonly body: Body
  readonly faults: readonly Fault[]
}

/** Collects faults in the server's format. */
export function makeFaults() {
  const faults: Fault[] = []
  return {
    faults,
    add: (field: string, detail: string) => faults.push({ pointer: `/body/${field}`, detail }),
  }
}

export type AddFault = ReturnType<typeof makeFaults>['add']

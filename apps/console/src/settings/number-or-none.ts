/**
 * Refuses what is no whole number from 0. As JSON `-` would be null, which means no limit. A field that drops characters
 * instead would turn 0.5 into 05.
 */
export function numberOrNone(fault: string) {
  return (typed: number | string) => {
    const number = Number(typed)
    return Number.isSafeInteger(number) && number >= 0 ? null : fault
  }
}

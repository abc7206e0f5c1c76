/** Refuses what is no number, such as `-`: as JSON it would be null, which means no limit. */
export function numberOrNone(fault: string) {
  return (typed: number | string) => (Number.isNaN(Number(typed)) ? fault : null)
}

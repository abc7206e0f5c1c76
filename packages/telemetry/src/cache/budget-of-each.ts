/**
 * A budget for each organization. The function returns whether an amount fits into what is left of it, and then takes it:
 * what does not fit leaves room for others.
 */
export function budgetOfEach(most: number): (organization: number, amount: number) => boolean {
  const left = new Map<number, number>()
  return (organization, amount) => {
    const rest = (left.get(organization) ?? most) - amount
    if (rest >= 0) left.set(organization, rest)
    return rest >= 0
  }
}

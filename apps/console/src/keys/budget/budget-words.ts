/** What a key may use of its organization's budgets, in words. */
export function budgetWords(share: number | null): string {
  return share === null ? 'All of the organization’s' : `At most ${share} % of the organization’s`
}

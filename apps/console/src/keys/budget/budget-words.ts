import { texts } from '#texts/keys-create.tsx'

/** What a key may use of its organization's budgets, in words. */
export function budgetWords(share: number | null): string {
  return share === null ? texts.budget.all : texts.budget.share(share)
}

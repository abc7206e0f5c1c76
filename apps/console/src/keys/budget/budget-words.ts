import { texts } from '#texts/keys-create.tsx'

/** The share of its organization's budget that a key may use, in words. */
export function budgetWords(share: number | null): string {
  return share === null ? texts.budget.all : texts.budget.share(share)
}

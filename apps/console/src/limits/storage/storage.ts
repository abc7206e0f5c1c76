import { quotaPercents, type StorageQuota, sizeText } from '@sluice/contract'
import { texts } from '#texts/limits.ts'

export const storageQuery = { query: {} }

/** How much of a quota is used: from 0 to 1. */
export function usedPart({ usedBytes, mostBytes }: StorageQuota): number {
  return Math.min(1, (usedBytes ?? 0) / mostBytes)
}

/** Whether an organization can store no more of this, or soon cannot. */
export function isNearlyFull(quota: StorageQuota): boolean {
  return quota.fullSince !== null || usedPart(quota) >= quotaPercents.nearlyFull / 100
}

/** `12.5 GiB`, or that it was not measured yet. */
export function usedText({ usedBytes }: StorageQuota): string {
  return usedBytes === null ? texts.storage.notMeasured : sizeText(usedBytes)
}

/** What is counted, whether it is full, and where the quota comes from. */
export function storageText(quota: StorageQuota, exact: (iso: string) => string): string {
  const { kind, source, reason, fullSince } = quota
  const words = texts.storage
  const isFull = fullSince !== null || usedPart(quota) === 1
  return [
    words.kinds[kind],
    ...(isFull ? [words.full[kind](fullSince === null ? '' : exact(fullSince))] : []),
    source === 'default' ? words.usual : words.own(reason ?? ''),
  ].join(' ')
}

import { quotaPercents, type StorageQuota, sizeText } from '@sluice/contract'
import { texts } from '#texts/limits.ts'

export const storageQuery = { query: {} }

/** The used part of a quota, from 0 to 1. */
export function usedPart({ usedBytes, mostBytes }: StorageQuota): number {
  return Math.min(1, (usedBytes ?? 0) / mostBytes)
}

/** Whether a quota is full or will be soon. */
export function isNearlyFull(quota: StorageQuota): boolean {
  return quota.fullSince !== null || usedPart(quota) >= quotaPercents.nearlyFull / 100
}

/** The used size, such as `12.5 GiB`, or that it was not measured yet. */
export function usedText({ usedBytes }: StorageQuota): string {
  return usedBytes === null ? texts.storage.notMeasured : sizeText(usedBytes)
}

/** What a quota counts, whether it is full, and where it comes from. */
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

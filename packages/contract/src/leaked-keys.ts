import { z } from 'zod'
import { openOperation } from './operation.ts'

/** Bounds of one report. */
export const leakReportLimits = { strings: 1000, stringLength: 1000, textLength: 500_000 } as const

const leakReport = z
  .strictObject({
    strings: z
      .array(
        z
          .string()
          .max(
            leakReportLimits.stringLength,
            `must be at most ${leakReportLimits.stringLength} characters`,
          ),
      )
      .max(leakReportLimits.strings, `must have at most ${leakReportLimits.strings} strings`)
      .default([])
      .describe('Strings that may be keys, or hold one'),
    text: z
      .string()
      .max(leakReportLimits.textLength, `must be at most ${leakReportLimits.textLength} characters`)
      .default('')
      .describe('Any text, a log or a file for example; it is scanned for keys'),
  })
  .refine(({ strings, text }) => strings.length > 0 || text !== '', 'must have strings or text')

export const leakedKeyOperations = {
  'leakedKeys.report': openOperation({
    method: 'POST',
    path: '/v2/leaked-keys',
    tier: 'open',
    access: { target: 'open' },
    tag: 'Keys',
    summary: 'Report leaked keys',
    description:
      'For whoever finds key strings in public, scanners of repositories for example. Needs no key. Real keys among them are marked or revoked, as their organization has chosen. The answer is the same whatever was found.',
    body: leakReport,
    status: 202,
    response: z.object({ status: z.literal('accepted') }).meta({ id: 'LeakReportReceipt' }),
    example: { body: { strings: ['svcex_3hZk9QmT7aBc_…'] } },
  }),
}

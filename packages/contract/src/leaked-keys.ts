import { z } from 'zod'
import { openOperation } from './operation.ts'

/** Bounds of one report: counts of strings and of distinct key strings in them, and lengths in characters. */
export const leakReportLimits = {
  ...{ strings: 1000, keys: 1000 },
  ...{ stringLength: 1000, textLength: 500_000 },
} as const

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
      .describe('Strings that may be keys or contain one'),
    text: z
      .string()
      .max(leakReportLimits.textLength, `must be at most ${leakReportLimits.textLength} characters`)
      .default('')
      .describe('Any text, for example a log or a file. It is scanned for keys'),
  })
  .refine(({ strings, text }) => strings.length > 0 || text !== '', 'must have strings or text')
  .meta({ id: 'LeakReport', description: 'Strings or a text that may contain keys' })

/** The row that reports leaked keys. Anyone may call it. */
export const leakedKeyOperations = {
  'leakedKeys.report': openOperation({
    method: 'POST',
    path: '/v2/leaked-keys',
    tier: 'open',
    access: { target: 'open' },
    tag: 'Keys',
    summary: 'Report leaked keys',
    description:
      "For anyone who finds key strings in public, such as repository scanners. Needs no key. Real keys are marked or revoked, depending on their organization's setting. The response never says what was found. A report can have at most 1,000 different strings that have the form of a key.",
    body: leakReport,
    status: 202,
    response: z
      .object({ status: z.literal('Accepted').describe('Always the same, whatever was found') })
      .meta({ id: 'LeakReportReceipt', description: 'Acknowledgement of the report' }),
    example: { body: { strings: ['svcex_3hZk9QmT7aBc_…'] } },
  }),
}

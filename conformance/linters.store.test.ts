/** Third-party linters on the OpenAPI document, with all of their rules. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { openApiDocument } from '@sluice/api/openapi'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'

const document = openApiDocument('https://api.sluice.test')

/** What a linter finds, a line each. */
type Lint = (source: object) => Promise<string[]>

async function redocly(source: object): Promise<string[]> {
  // There is no licence to name.
  const rules = { 'info-license': 'off', 'info-license-strict': 'off' } as const
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source: JSON.stringify(source), config })
  return problems.map(({ ruleId, message, location }) => {
    const [place] = location
    return `${ruleId} at ${place?.pointer}: ${message}`
  })
}

/** The types of the two packages disagree on what a set of rules is. */
const oas = rulesets.oas as unknown as RulesetDefinition

const unfit = {
  // There is no licence to name.
  'info-license': 'off',
  'license-url': 'off',
  // Whom to ask about a service is known to those who run it.
  'info-contact': 'off',
  // Tags are in the order in which one learns the API.
  'openapi-tags-alphabetical': 'off',
  // It does not know the tuples of JSON Schema 2020-12: `prefixItems` with `items: false`.
  'array-items': 'off',
} as const

async function spectral(source: object): Promise<string[]> {
  const linter = new spectralCore.Spectral()
  linter.setRuleset({ extends: [[oas, 'all']], rules: unfit })
  const problems = await linter.run(JSON.parse(JSON.stringify(source)))
  return problems.map(({ code, message, path }) => `${code} at ${path.join('/')}: ${message}`)
}

describe.each<[string, Lint]>([
  ["Redocly's", redocly],
  ["Spectral's", spectral],
])('%s rules', (_, lint) => {
  test('find nothing in the OpenAPI document', async () => {
    expect(await lint(document)).toEqual([])
  })

  test('find what is wrong with a faulty one', async () => {
    const { servers, ...faulty } = document
    expect(await lint(faulty)).not.toEqual([])
    const { paths } = structuredClone(document) as Record<string, Record<string, object>>
    Object.assign(paths?.['/v2/things'] ?? {}, { put: { responses: {} } })
    expect(await lint({ ...document, paths })).toContainEqual(expect.stringContaining('things/put'))
  })
})

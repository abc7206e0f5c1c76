import { type Call, type Template, templateDraft } from '@sluice/contract'
import { expect, test } from 'vitest'
import { runHook } from '#data/testing/run-hook.tsx'
import { useApply } from './use-apply.ts'

const template: Template = {
  ...templateDraft.parse({
    name: 'Gates',
    parameters: [{ name: 'gates', type: 'integer', default: 2 }],
    resources: [{ kind: 'site', id: 'gate-{{index}}', count: 'gates' }],
  }),
  ...{ id: 'gates', builtIn: false, etag: '1', createdAt: '', updatedAt: '' },
}
const plan = { summary: {}, resources: [] }

/** A template's form whose calls stay pending until the test answers them. */
async function opened(of = template, parameters: object = {}) {
  const calls: { body: Call<'templates.apply'>['body']; answer: PromiseWithResolvers<unknown> }[] =
    []
  const hook = await runHook(
    () => useApply(of, { applicationId: 'yard', parameters: { ...parameters }, turn: 0 }),
    (_, input) => {
      const answer = Promise.withResolvers<unknown>()
      calls.push({ body: (input as Call<'templates.apply'>).body, answer })
      return answer.promise
    },
  )
  return { ...hook, calls }
}

test('a plan is shown and carried out if nothing was changed meanwhile', async () => {
  const { now, act, calls } = await opened()
  await act(() => void now().makePlan())
  await act(() => calls[0]?.answer.resolve(plan))
  expect(now().plan).toEqual(plan)
  await act(() => void now().carryOut())
  await act(() => calls[1]?.answer.resolve(plan))
  expect(now()).toMatchObject({ outcome: plan })
  expect(calls.map(({ body }) => body)).toEqual([
    { applicationId: 'yard', parameters: { gates: 2 }, validateOnly: true },
    { applicationId: 'yard', parameters: { gates: 2 }, validateOnly: false },
  ])
})

test('a plan for values that were changed while it was made is not shown', async () => {
  const { now, act, calls } = await opened()
  await act(() => void now().makePlan())
  await act(() => now().change('gates', 3))
  await act(() => calls[0]?.answer.resolve(plan))
  expect(now()).toMatchObject({ plan: undefined, values: { gates: 3 } })
  await act(() => void now().makePlan())
  await act(() => now().rename('other'))
  await act(() => calls[1]?.answer.resolve(plan))
  expect(now()).toMatchObject({ plan: undefined, applicationId: 'other' })
})

test('a failed apply is told even if something was changed meanwhile', async () => {
  const { now, act, calls } = await opened()
  await act(() => void now().carryOut())
  await act(() => now().change('gates', 3))
  await act(() => calls[0]?.answer.reject(new Error('lost')))
  expect(now().refusal).toHaveLength(1)
  await act(() => now().change('gates', 4))
  expect(now().refusal).toEqual([])
})

test('a refusal of values that were changed meanwhile is not shown, that of the others is', async () => {
  const { now, act, calls } = await opened()
  await act(() => void now().makePlan())
  await act(() => now().change('gates', 3))
  await act(() => calls[0]?.answer.reject(new Error('lost')))
  expect(now().refusal).toEqual([])
  await act(() => void now().makePlan())
  await act(() => calls[1]?.answer.reject(new Error('lost')))
  expect(now().refusal).toHaveLength(1)
})

test('an application that is applied again unchanged is sent as it was given', async () => {
  const [tags] = templateDraft.parse({
    name: 'Gates',
    parameters: [{ name: 'tags', type: 'array', schema: { items: { type: 'string' } } }],
    resources: template.resources,
  }).parameters
  const given = { tags: [' north '] }
  const { now, act, calls } = await opened({ ...template, parameters: tags ? [tags] : [] }, given)
  await act(() => void now().makePlan())
  expect(calls[0]?.body.parameters).toEqual(given)
})

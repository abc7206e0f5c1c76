import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useLeave } from './unsaved.tsx'
import { holdPage } from './unsaved-now.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Forms that need no warning: a single line, password or code, or a form that saves nothing. */
const soonTypedAgain = [
  'account/change-password.tsx',
  'account/passkeys/name-dialog.tsx',
  'account/two-step/ask-password.tsx',
  'account/two-step/confirm-code.tsx',
  'explore/views/save-view.tsx',
  'join/accept-as-new.tsx',
  'keys/check/check-call.tsx',
  'reference/try-it.tsx',
  'reset-password/forgot-page.tsx',
  'reset-password/new-password-form.tsx',
  'settings/company/domains.tsx',
  'sign-in/company-step.tsx',
  'sign-in/password-step.tsx',
  'sign-in/second-step.tsx',
]

/** These report unsaved input in the module that holds the form's state. */
const notedBeside = ['keys/create/key-form.tsx', 'templates/plan/apply-template.tsx']

/** Submitting these only leads to the next step, or ends what they are for. */
const needNoLock = [
  'keys/create/key-form.tsx',
  'operator/requests/decision-form.tsx',
  'templates/plan/apply-template.tsx',
  'things/change/change-form.tsx',
]

/** Forms whose source lacks something. */
function formsWithout(lacks: RegExp): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => {
      const source = readFileSync(`${root}/${file}`, 'utf8')
      return /<form\b/.test(source) && !lacks.test(source)
    })
    .sort()
}

test('every form reports unsaved input, so that leaving it asks for confirmation', () => {
  const forgetful = formsWithout(/use(Unsaved|Faults)\(/)
  expect(forgetful).toEqual([...soonTypedAgain, ...notedBeside].sort())
})

test('every other form is locked while it is saved, so that nothing typed then is lost', () => {
  const open = formsWithout(/<LockedWhile/)
  expect(open).toEqual([...soonTypedAgain, ...needNoLock].sort())
})

test('the Cancel button of a form on a page asks like a link', () => {
  const [go, ask] = [vi.fn(), vi.fn()]
  let leave = () => {}
  const Form = () => {
    leave = useLeave(go)
    return null
  }
  renderToStaticMarkup(createElement(Form))
  const free = holdPage(ask)
  leave()
  expect(ask).toHaveBeenCalledOnce()
  expect(go).not.toHaveBeenCalled()
  free()
  leave()
  expect(go).toHaveBeenCalledOnce()
})

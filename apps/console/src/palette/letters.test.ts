import { expect, test } from 'vitest'
import { type Pressed, wishOf } from './letters.ts'

const press = (key: string, more: Partial<Pressed> = {}) => ({
  ...{ key, isModified: false, isCommand: false, isInDialog: false, isTaken: false, at: 1000 },
  ...more,
})

test('Ctrl or Cmd with K opens the palette, even from a text field', () => {
  const command = { isCommand: true, isModified: true, isTaken: true }
  expect(wishOf(press('k', command), undefined)).toEqual({ does: 'palette' })
  expect(wishOf(press('K', command), undefined)).toEqual({ does: 'palette' })
})

test('no shortcut leads away from a dialog', () => {
  const command = { isCommand: true, isModified: true, isInDialog: true }
  expect(wishOf(press('k', command), undefined)).toEqual({ does: 'nothing' })
  expect(wishOf(press('k', { isInDialog: true }), 900)).toEqual({ does: 'nothing' })
})

test.each(['/', '?', 'g', 'k'])('%s does nothing in a text field or with a modifier', (key) => {
  expect(wishOf(press(key, { isTaken: true }), 900)).toEqual({ does: 'nothing' })
  expect(wishOf(press(key, { isModified: true }), 900)).toEqual({ does: 'nothing' })
})

test('g followed by a letter opens a page, unless it takes too long', () => {
  expect(wishOf(press('g'), undefined)).toEqual({ does: 'begin', at: 1000 })
  expect(wishOf(press('k'), 900)).toEqual({ does: 'go', href: '/keys' })
  expect(wishOf(press('k', { at: 5000 }), 900)).toEqual({ does: 'nothing' })
  expect(wishOf(press('k'), undefined)).toEqual({ does: 'nothing' })
  expect(wishOf(press('toString'), 900)).toEqual({ does: 'nothing' })
})

test('/ focuses the search, ? shows the shortcuts', () => {
  expect(wishOf(press('/'), undefined)).toEqual({ does: 'search' })
  expect(wishOf(press('?'), undefined)).toEqual({ does: 'help' })
})

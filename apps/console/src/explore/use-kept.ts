'use client'

import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef } from 'react'

/** The earlier object for as long as a value is equal to it: arrays, plain objects and what JSON has. */
export function useKept<Value>(value: Value): Value {
  const given = useRef(value)
  const kept = useRef(value)
  if (given.current !== value) {
    given.current = value
    kept.current = replaceEqualDeep(kept.current, value)
  }
  return kept.current
}

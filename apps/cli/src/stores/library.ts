import { sizeText, timestamp } from '@sluice/contract'
import * as core from '@sluice/core'
import { Problem } from '@sluice/runtime'
import { membersOf, operatorOf } from '../organization.ts'

/** What verbs are made of. It takes a while to load, so a verb gets it when it runs: see `with-core.ts`. */
export const library = { ...core, Problem, membersOf, operatorOf, sizeText, timestamp }

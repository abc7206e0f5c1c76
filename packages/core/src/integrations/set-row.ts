import type { Integration } from '../database/generated/client.ts'
import type { Setter } from '../events/index.ts'

/** An integration with whoever set its URL. */
export type SetRow = Integration & { readonly setter: Setter }

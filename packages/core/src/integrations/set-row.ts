import type { Integration } from '../database/generated/client.ts'
import type { Setter } from '../events/index.ts'

/** An integration, with the person or key that set its URL. */
export type SetRow = Integration & { readonly setter: Setter }

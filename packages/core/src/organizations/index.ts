export { ensureAccount, type NewAccount } from './account.ts'
export { getOrganization } from './get.ts'
export { settingsOf } from './settings.ts'
export { updateOrganization } from './update.ts'

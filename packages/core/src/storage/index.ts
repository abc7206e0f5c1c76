export { measureSamples } from './measure-samples.ts'
export { type QuotaChange, resetQuota, setQuota } from './set-quota.ts'
export { showStorage, tenantStorage } from './show.ts'

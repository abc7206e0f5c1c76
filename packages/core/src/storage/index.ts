export { measureSamples } from './measure-samples.ts'
export { showStorage, tenantStorage } from './show.ts'

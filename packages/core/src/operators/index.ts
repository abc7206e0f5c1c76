export { findOperator, isOperator } from './find.ts'
export { tenantLimits, tenantRequests, tenantUsage } from './in-tenant.ts'
export { getTenant, listTenants, type TenantRecord } from './organizations.ts'
export { lackingPeppers, type PepperUse, pepperUses } from './pepper-uses.ts'

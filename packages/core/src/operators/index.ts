export { findOperator, isOperator } from './find.ts'
export { tenantLimits, tenantRequests, tenantUsage } from './in-tenant.ts'
export { getTenant, listTenants, type TenantRecord } from './organizations.ts'
export { addOperator, listOperators, type OperatorRecord, removeOperator } from './people.ts'

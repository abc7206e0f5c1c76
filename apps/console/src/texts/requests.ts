export const texts = {
  changes: 'Changes',
  inAuditLog: 'In the audit log',
}

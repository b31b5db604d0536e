/** The tenant that exists from the first start, and what an operator would have been given for it. */
export const demoMicrosoftTenant = {
  tenantId: '6f1c2a54-9d3e-4b0a-8f57-2b7c1e90d4aa',
  clientId: 'b7a3f0de-51c4-4c8e-9a16-0d2f5b8e7c31',
  clientSecret: 'sandbox~Q8r.client-secret-of-the-demo-tenant',
  initialDomain: 'inboxyarddemo.onmicrosoft.com',
  administrator: {
    userPrincipalName: 'admin@inboxyarddemo.onmicrosoft.com',
    password: 'Inboxyard.Admin.1',
  },
} as const

import type { PublicConfig } from '#features/brand/api/config.ts'

/** What the sandbox's Instantly and Smartlead take from the first start; a test compares it with theirs. */
export const sandboxBulkDemo: NonNullable<PublicConfig['sandbox']>['bulkDemo'] = {
  instantly: {
    apiKey: 'demo-instantly-key-lumen-outreach',
    domains: 'getlumenhq.com, trylumenhq.com',
  },
  smartlead: {
    apiKey: 'demo-smartlead-key-northwind-growth',
    domains: 'northwindhq.com, getnorthwind.co',
  },
}

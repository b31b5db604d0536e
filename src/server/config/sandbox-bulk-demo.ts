import type { PublicConfig } from '#shared/api/config.ts'

/** What the sandbox's Instantly and Smartlead take from the first start; a test compares it with theirs. */
export const sandboxBulkDemo: NonNullable<PublicConfig['sandbox']>['bulkDemo'] = {
  instantly: {
    session: 'demo.session.lumen-outreach',
    orgAuth:
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJvcmdhbml6YXRpb25faWQiOiIwMTk2OWMzZS02ZDJhLTdiNDEtOWMxZS01ZjJhN2Q5MGIzZTQiLCJpYXQiOjE3NjAwMDAwMDB9.c2FuZGJveC1zaWduYXR1cmU',
    apiKey: 'demo-instantly-key-lumen-outreach',
    domains: 'getlumenhq.com, trylumenhq.com',
  },
  smartlead: {
    session: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyIjp7ImlkIjo0MTAyfX0.c2FuZGJveC1zaWduYXR1cmU',
    apiKey: 'demo-smartlead-key-northwind-growth',
    domains: 'northwindhq.com, getnorthwind.co',
  },
}

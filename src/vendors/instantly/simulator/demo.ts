/** A customer's Instantly account that exists from the first start, for the bulk-update tool. */
export const demoInstantly = {
  apiKey: 'demo-instantly-key-lumen-outreach',
  /** Value of the browser's `__session` cookie. */
  session: 'demo.session.lumen-outreach',
  workspaceId: '01969c3e-6d2a-7b41-9c1e-5f2a7d90b3e4',
  workspaceName: 'Lumen Outreach',
  ownerEmail: 'ops@lumen-outreach.test',
  /** What the browser sends as `X-Org-Auth`: a signed token whose payload names the workspace. */
  orgAuth:
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJvcmdhbml6YXRpb25faWQiOiIwMTk2OWMzZS02ZDJhLTdiNDEtOWMxZS01ZjJhN2Q5MGIzZTQiLCJpYXQiOjE3NjAwMDAwMDB9.c2FuZGJveC1zaWduYXR1cmU',
  domains: [
    { name: 'getlumenhq.com', provider: 'microsoft' },
    { name: 'trylumenhq.com', provider: 'microsoft' },
    { name: 'lumenhqmail.com', provider: 'microsoft' },
    { name: 'lumenreach.co', provider: 'microsoft' },
    { name: 'joinlumenhq.com', provider: 'microsoft' },
    { name: 'uselumenhq.com', provider: 'microsoft' },
    { name: 'lumenteam.net', provider: 'microsoft' },
    { name: 'lumenpartners.org', provider: 'microsoft' },
    { name: 'withlumenhq.com', provider: 'google' },
    { name: 'hellolumenhq.com', provider: 'google' },
    { name: 'lumenworks.info', provider: 'google' },
    { name: 'lumenletters.biz', provider: 'google' },
  ],
} as const

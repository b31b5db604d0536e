/** A customer's Smartlead account that exists from the first start, for the bulk-update tool. */
export const demoSmartlead = {
  apiKey: 'demo-smartlead-key-northwind-growth',
  /** What the browser sends as `Authorization`, without the word Bearer. */
  jwt: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1c2VyIjp7ImlkIjo0MTAyfX0.c2FuZGJveC1zaWduYXR1cmU',
  userId: 4102,
  email: 'growth@northwind-growth.test',
  password: 'Northwind.Growth.1',
  name: 'Northwind Growth',
  domains: [
    { name: 'northwindhq.com', provider: 'microsoft' },
    { name: 'getnorthwind.co', provider: 'microsoft' },
    { name: 'northwindreach.com', provider: 'microsoft' },
    { name: 'trynorthwind.net', provider: 'microsoft' },
    { name: 'northwindmail.com', provider: 'microsoft' },
    { name: 'usenorthwind.com', provider: 'microsoft' },
    { name: 'northwindteam.org', provider: 'microsoft' },
    { name: 'hellonorthwind.com', provider: 'google' },
    { name: 'withnorthwind.info', provider: 'google' },
    { name: 'northwindletters.biz', provider: 'google' },
  ],
} as const

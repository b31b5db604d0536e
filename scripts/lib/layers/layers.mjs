/**
 * The direction of imports, lowest first: a module imports its own layer and those that stand before it, types
 * included. A layer is a folder or a file of `src`; of two that match, the longer counts. What stands in no layer is
 * refused, so a new folder is put in its place here. Tests, and what only they use, import what they like.
 */
export const layers = [
  'shared',

  // The server: what every feature stands on.
  'server/error-code.ts',
  'server/secrets',
  'server/config',
  'server/db',
  'server/telemetry',
  'server/providers',
  'server/limits',
  'server/audit',
  'server/queue',
  'server/mail',
  'server/http',
  'server/domains',
  'server/fulfilment.ts',
  'server/dependencies.ts',
  'server/sending',
  'server/provisioning',
  'server/sending/connect',

  // Its features.
  'server/features/auth',
  'server/features/staff',
  'server/features/site',
  'server/features/live',
  'server/features/connections',
  'server/features/provider-accounts',
  'server/features/work-items',
  'server/features/connecting',
  'server/features/bulk-update',
  'server/features/billing',
  'server/features/checkout',
  'server/features/refunds',
  'server/features/domains',
  'server/features/people',
  'server/features/search',
  'server/features/release',
  'server/features/orders',
  'server/features/reinstatement',
  'server/features/claims',
  'server/features/cancellation',
  'server/features/customers',
  'server/features/payments',
  'server/features/console/customers',

  // The console, topic by topic: none uses another.
  'server/features/console/work',
  // What staff see and do in the console, by topic: none of them uses another.
  'server/features/console/domains',
  'server/features/console/orders',
  'server/features/console/mailboxes',
  'server/features/console/find',
  'server/features/console/home',

  // Where the program is put together and run.
  'server/housekeeping',
  'server/telemetry/serve-metrics.ts',
  'server/build-dependencies.ts',
  'server/open-dependencies.ts',
  'server/app.ts',
  'server/worker.ts',
  'server/connector.ts',
  'server/demo',
  'server/launch.ts',
  'server/main.ts',
  // A program of its own: it starts the product.
  'server/demo/main.ts',
  'server/operator',
  'server/operator.ts',

  // The website.
  'web/build',
  'web/browser-storage.ts',
  'web/ui',
  'web/api.ts',
  'web/query-client.ts',
  'web/app-shell',
  'web/features/order-basics',
  'web/features/tool-credentials',
  'web/features/domains',
  'web/features/people',
  'web/features/bulk-update',
  'web/features/orders',
  'web/features/cancel-order',
  'web/features/dashboard',
  'web/features/order-wizard',
  'web/features/payment',
  'web/features/reinstate',
  'web/features/account',
  'web/features/sign-in',
  'web/features/connecting',
  'web/features/command-palette',
  // Where its pages are put together.
  'web/page-route.ts',
  // The staff's side, with a table of routes of its own: of the customers' pages it uses none.
  'web/operator',
  'web/customer-routes.tsx',
  'web/routes.tsx',
  'web/start-early.ts',
  'web/zod-jitless.ts',
  'web/main.tsx',
]

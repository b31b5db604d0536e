import type { Logger } from 'pino'
import { createLiveBrand } from './brand/live-brand.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/client.ts'
import { createListener } from './db/listener.ts'
import type { Dependencies } from './dependencies.ts'
import { replacementFulfilment } from './features/domains/replacement/replacement-fulfilment.ts'
import { orderFulfilment } from './features/orders/order-fulfilment.ts'
import { reinstatementFulfilment } from './features/reinstatement/reinstatement-fulfilment.ts'
import { releaseFulfilment } from './features/release/release-fulfilment.ts'
import { createLimits } from './limits/limits.ts'
import { createAlert } from './mail/alert-operator.ts'
import { createOutbox } from './mail/outbox.ts'
import { createLivePrices } from './prices/live-prices.ts'
import { createSafeFetch } from './providers/bison/safe-fetch.ts'
import type { Fetch } from './providers/vendor-client.ts'
import { createVendors } from './providers/vendors.ts'
import { createQueue } from './queue/queue.ts'
import { createSecrets } from './secrets/secrets.ts'

export interface BuildOptions {
  config: Config
  log: Logger
  database: Database
  /** Of the same database, past any pooler: the queue keeps connections of its own. */
  databaseUrl: string
  /** Whether this process works on jobs; otherwise it only adds them. */
  works: boolean
  /** Carries requests to third parties; tests answer them in-process. */
  fetch?: Fetch
  /** The same for addresses that customers type; it reaches the public internet only. */
  customerFetch?: Fetch
}

/** Everything that hangs on a configuration and an open database. The queue is started by the caller. */
export function buildDependencies({
  config,
  log,
  database,
  databaseUrl,
  works,
  fetch = globalThis.fetch,
  customerFetch = createSafeFetch({
    allowedOrigins: config.vendors.bison.allowedOrigins,
    dnsServers: config.vendors.dns.servers,
  }),
}: BuildOptions): Dependencies {
  const { db, pool, openSession } = database
  const secrets = createSecrets(config.secretsKeys)
  const limits = createLimits(pool, config.limitsScale)
  const listener = createListener(openSession, log)
  const brand = createLiveBrand(config.brand, { db, log })
  const prices = createLivePrices(config.prices, { db, log })
  const vendors = createVendors(config, { brand, prices, db, secrets, limits, log, fetch, customerFetch })
  const queue = createQueue({
    connectionString: databaseUrl,
    log,
    works,
    roleIsLimited: config.databaseDirectUrl !== undefined,
  })
  const outbox = createOutbox({ queue, secrets, mailHost: new URL(config.publicUrl).hostname, brand })
  const alert = createAlert({ outbox, operatorEmail: config.operatorEmail, brand })
  const parts = {
    config,
    log,
    db,
    pool,
    openSession,
    listener,
    brand,
    prices,
    secrets,
    limits,
    vendors,
    queue,
    outbox,
    alert,
  }
  return {
    ...parts,
    fulfilments: {
      order: orderFulfilment(parts),
      reinstate: reinstatementFulfilment(parts),
      replace: replacementFulfilment(parts),
      release: releaseFulfilment(parts),
    },
  }
}

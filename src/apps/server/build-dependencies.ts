import type { Logger } from 'pino'
import { createLiveBrand } from '#base/brand/server/live-brand.ts'
import type { Config } from '#base/config/config.ts'
import type { Database } from '#base/db/client.ts'
import { createListener } from '#base/db/listener.ts'
import { createLimits } from '#base/limits/limits.ts'
import { createAlert } from '#base/mail/alert-operator.ts'
import { createOutbox } from '#base/mail/outbox.ts'
import { createLivePrices } from '#base/prices/live-prices.ts'
import { createQueue } from '#base/queue/queue.ts'
import { createSecrets } from '#base/secrets/secrets.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { orderFulfilment } from '#features/ordering/server/order-fulfilment.ts'
import { reinstatementFulfilment } from '#features/reinstatement/server/reinstatement-fulfilment.ts'
import { releaseFulfilment } from '#features/release/server/release-fulfilment.ts'
import { replacementFulfilment } from '#features/replacement/server/replacement-fulfilment.ts'
import { createSafeFetch } from '#vendors/bison/adapter/safe-fetch.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import { createVendors } from '#vendors/client/vendors.ts'

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

import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { LiveBrand } from '#base/brand/server/live-brand.ts'
import type { Config } from '#base/config/config.ts'
import type { Db, OpenSession } from '#base/db/client.ts'
import type { Listener } from '#base/db/listener.ts'
import type { Limits } from '#base/limits/limits.ts'
import type { Alert, GatheredAlert } from '#base/mail/alert-operator.ts'
import type { Outbox } from '#base/mail/outbox.ts'
import type { LivePrices } from '#base/prices/live-prices.ts'
import type { Queue } from '#base/queue/queue.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { Fulfilments } from './fulfilment.ts'

/** Built once in `main.ts` and handed down as arguments. */
export interface Dependencies {
  config: Config
  log: Logger
  pool: Pool
  db: Db
  openSession: OpenSession
  /** Hears what other processes tell. */
  listener: Listener
  /** Name, look and words, as they are now. */
  brand: LiveBrand
  /** What is sold at which price, as it is now. */
  prices: LivePrices
  secrets: Secrets
  limits: Limits
  vendors: Vendors
  queue: Queue
  outbox: Outbox
  fulfilments: Fulfilments
  /** Tells the operator, once per key or gathered, as part of a transaction. */
  alert(tx: Db, alert: Alert | GatheredAlert): Promise<void>
}

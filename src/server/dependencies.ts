import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { LiveBrand } from './brand/live-brand.ts'
import type { Config } from './config/config.ts'
import type { Db, OpenSession } from './db/client.ts'
import type { Listener } from './db/listener.ts'
import type { Fulfilments } from './fulfilment.ts'
import type { Limits } from './limits/limits.ts'
import type { Alert, GatheredAlert } from './mail/alert-operator.ts'
import type { Outbox } from './mail/outbox.ts'
import type { LivePrices } from './prices/live-prices.ts'
import type { Vendors } from './providers/vendors.ts'
import type { Queue } from './queue/queue.ts'
import type { Secrets } from './secrets/secrets.ts'

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

import type { LiveBrand } from '../brand/live-brand.ts'
import type { Db } from '../db/client.ts'
import type { Outbox } from './outbox.ts'

export interface Alert {
  /** The same key alerts once, ever. */
  key: string
  subject: string
  text: string
}

/** Tells the operator by mail, once per key, as part of the transaction that found the reason. */
export const createAlert =
  ({ outbox, operatorEmail, brand }: { outbox: Outbox; operatorEmail: string; brand: LiveBrand }) =>
  (tx: Db, { key, subject, text }: Alert): Promise<void> =>
    outbox.put(tx, {
      key: `alert:${key}`,
      to: operatorEmail,
      subject: `[${brand.now.productName}] ${subject}`,
      text,
      isOwn: true,
    })

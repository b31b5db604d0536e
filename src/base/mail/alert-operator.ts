import type { LiveBrand } from '../brand/server/live-brand.ts'
import type { Db } from '../db/client.ts'
import type { Gathered, Outbox } from './outbox.ts'

export interface Alert {
  /** The same key alerts once, ever. */
  key: string
  subject: string
  text: string
  /** Not told from then on: it has happened. */
  goodUntil?: Date
}

/** One for all that a cause has stopped within minutes. */
export type GatheredAlert = Pick<Gathered, 'key' | 'about' | 'write'>

/** Tells the operator by mail, once per key, as part of the transaction that found the reason. */
export const createAlert = ({
  outbox,
  operatorEmail,
  brand,
}: {
  outbox: Outbox
  operatorEmail: string
  brand: LiveBrand
}) => {
  const own = (key: string) => ({ key: `alert:${key}`, to: operatorEmail, isOwn: true })
  const named = ({ subject, text }: Pick<Alert, 'subject' | 'text'>) => ({
    subject: `[${brand.now.productName}] ${subject}`,
    text,
  })
  return (tx: Db, alert: Alert | GatheredAlert): Promise<void> =>
    'write' in alert
      ? outbox.gather(tx, {
          ...own(alert.key),
          about: alert.about,
          write: (about) => named(alert.write(about)),
        })
      : outbox.put(tx, { ...alert, ...own(alert.key), ...named(alert) })
}

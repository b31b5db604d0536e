import type { Collection, Store } from '../store.ts'

export interface HostedMessage {
  id: string
  from: string
  /** The mailbox it lies in, in lower case. */
  to: string
  subject: string
  text: string
  folder: 'inbox' | 'junk'
  /** It lies under Gmail's Promotions, which is a part of the inbox. */
  isPromotion?: boolean
  arrivedAt: number
  /** Topmost first, as the receiving host stores them. */
  headers: { name: string; value: string }[]
}

/** What the receiving hosts do with mail from a domain, whatever their checks say of it. */
export interface MailRule {
  /** Only Gmail has tabs; at Microsoft such mail lies in the inbox. */
  placement: 'junk' | 'lost' | 'tab'
  /** Only there; at both without it. */
  at?: 'microsoft' | 'google'
}

/** Mail in mailboxes of the hosts: `hosted.messages` by id, grouped by mailbox; `hosted.rules` by sending domain. */
export const hostedMessages = (store: Store): Collection<HostedMessage> => store.collection('hosted.messages')
export const mailRules = (store: Store): Collection<MailRule> => store.collection('hosted.rules')

/** What has arrived in a mailbox by now, newest first. */
export const arrivedIn = (store: Store, address: string, now: number): HostedMessage[] =>
  hostedMessages(store)
    .list({ parent: address.toLowerCase(), newestFirst: true })
    .filter((message) => message.arrivedAt <= now)

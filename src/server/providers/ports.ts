import type { PlanId, Platform, SendingToolId } from '#shared/catalog.ts'
import type { ProductId, Promotion } from '#shared/pricing.ts'
import type { VendorError } from './vendor-error.ts'

/**
 * What the product asks of third parties, in its own words. Each vendor's folder has an adapter that
 * translates; every method throws only `VendorError`. Methods named `ensure…`, `put…` and `set…` may be
 * repeated: they look first or are idempotent at the vendor.
 */

/** Travels with every outside call. */
export interface CallContext {
  /**
   * Runs before each outside request; throws to forbid it (a lost lease). May answer how many milliseconds
   * the request may take at most.
   */
  beforeCall?: () => Promise<{ remainingMs: number } | undefined>
  signal?: AbortSignal
  /** A person is waiting for the answer. */
  interactive?: boolean
  /**
   * How long a request may wait for its place in the vendor's limit, beyond the two seconds that the limiter
   * itself books. Absent: it does not, and the caller comes back later.
   */
  patienceMs?: number
  /** Looks that nobody waits for keep to this share of each limit, together: drift. */
  share?: number
}

// ---- Names: registrar, zones, availability --------------------------------------------------------------

export interface NamePrice {
  premium: boolean
  registrationCents: number
  renewalCents: number
}

export interface NameRegistration {
  state: 'registering' | 'registered' | 'failed' | 'expired'
  autoRenew: boolean
  /** The registrar's own id of the registration or domain. */
  externalId: string
  expiresAt?: Date
}

export interface Registrar {
  /** Asks the registrar itself: exact, slow, limited. `rejected` (code `tld_unsupported`) where it sells no such names. */
  check(name: string, ctx?: CallContext): Promise<{ available: boolean; premium: boolean }>
  price(name: string, ctx?: CallContext): Promise<NamePrice>
  /**
   * Undefined when this account has not registered the name. `externalId` from an earlier answer lets a
   * registration that failed be told from one that never was.
   */
  findRegistration(
    name: string,
    externalId?: string,
    ctx?: CallContext,
  ): Promise<NameRegistration | undefined>
  /**
   * Registers and pays, or renews what has expired. Looks first, so repeating never pays twice. `rejected` when
   * somebody else has it (code `taken`) or its price is above `ceilingCents` (`premium`, `price_above_ceiling`).
   */
  ensureRegistered(
    name: string,
    options: { ceilingCents: number; autoRenew: boolean },
    ctx?: CallContext,
  ): Promise<NameRegistration>
  setAutoRenew(name: string, on: boolean, ctx?: CallContext): Promise<void>
  delegation(name: string, ctx?: CallContext): Promise<string[]>
  setDelegation(name: string, nameServers: readonly string[], ctx?: CallContext): Promise<void>
}

export interface DnsRecord {
  /** Left part, "" for the apex. */
  name: string
  type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'URL'
  content: string
  priority?: number
  ttl?: number
}
export interface HostedRecord extends Omit<DnsRecord, 'type'> {
  id: string
  /** Of any type: somebody may have added others in the DNS host's own pages. */
  type: string
  /** Made by the DNS host itself; cannot be changed. */
  system: boolean
}

export interface Zones {
  /** Hosts the zone; `waiting` when the host wants proof of ownership first. */
  ensureZone(name: string, ctx?: CallContext): Promise<void>
  hasZone(name: string, ctx?: CallContext): Promise<boolean>
  records(name: string, ctx?: CallContext): Promise<HostedRecord[]>
  /** Publishes the missing ones in as few calls as it takes and leaves all others alone. Answers in the order given. */
  ensureRecords(name: string, records: readonly DnsRecord[], ctx?: CallContext): Promise<HostedRecord[]>
  updateRecord(name: string, id: string, record: DnsRecord, ctx?: CallContext): Promise<void>
  /** Success when it is gone already. */
  deleteRecord(name: string, id: string, ctx?: CallContext): Promise<void>
  /** Stops answering for the name; a registration stays in the account. Success when it is gone already. */
  dropZone(name: string, ctx?: CallContext): Promise<void>
}

/** Quick first look whether a name is taken, without spending the registrar's limit. */
export interface AvailabilityHint {
  look(name: string, ctx?: CallContext): Promise<'taken' | 'probably_free' | 'unknown'>
}

/** Plain DNS queries. `missing` and `unknown` differ: only the first means that the record is not there. */
export type DnsAnswer<T> =
  | { state: 'found'; values: T[] }
  | { state: 'missing' }
  | { state: 'unknown'; reason: string }
export interface Dns {
  nameServers(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  txt(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  mx(name: string, ctx?: CallContext): Promise<DnsAnswer<{ exchange: string; priority: number }>>
  cname(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
}

// ---- Mailboxes --------------------------------------------------------------------------------------------

/** What became of one of many: the others go on when one fails. */
export type Settled<T> = { ok: true; value: T } | { ok: false; error: VendorError }

export interface HostedMailbox {
  externalId: string
  address: string
  /** Somebody may sign in to it. */
  enabled: boolean
  /** False while the host is still making it: minutes, as a rule. */
  ready: boolean
}

export interface NewMailbox {
  address: string
  firstName: string
  lastName: string
  password: string
}

export interface MailboxRename {
  externalId: string
  firstName: string
  lastName: string
}

export type DkimState =
  /** `records` are what the host wants published; absent where only a person can read them. */
  { state: 'off' | 'created' | 'on'; records: DnsRecord[] }

/** One Microsoft tenant or Google account. */
export interface MailboxHost {
  platform: Platform
  /** Who switches DKIM on: the API, or a person in the vendor's console. */
  dkimBy: 'api' | 'person'
  ensureDomain(name: string, ctx?: CallContext): Promise<void>
  domainState(name: string, ctx?: CallContext): Promise<{ added: boolean; verified: boolean }>
  verificationRecord(name: string, ctx?: CallContext): Promise<DnsRecord>
  /** `waiting` until the record is seen there. */
  verifyDomain(name: string, ctx?: CallContext): Promise<void>
  /** MX and SPF as this host wants them; read from the host where it says them. `waiting` until mailboxes can be made. */
  mailRecords(name: string, ctx?: CallContext): Promise<DnsRecord[]>
  dkim(name: string, ctx?: CallContext): Promise<DkimState>
  /** Makes the keys where that is an API call; answers what to publish. */
  ensureDkimKeys(name: string, ctx?: CallContext): Promise<DkimState>
  /** `waiting` until the host sees the published records; `rejected` where a person does it. */
  enableDkim(name: string, ctx?: CallContext): Promise<void>
  /** All mailboxes of a name, paged inside. Those made in the last minutes may still be missing. */
  mailboxes(name: string, ctx?: CallContext): Promise<HostedMailbox[]>
  /** Every mailbox of the tenant or account in as few calls as it takes, whoever made it: for drift. */
  allMailboxes(ctx?: CallContext): Promise<HostedMailbox[]>
  /**
   * Makes the missing ones of one name's mailboxes and enables those that are disabled. Looks by address first.
   * Answers in the order given; call again until every one is `enabled` and `ready`.
   */
  ensureMailboxes(mailboxes: readonly NewMailbox[], ctx?: CallContext): Promise<Settled<HostedMailbox>[]>
  /** Answers in the order given, as the two below do. */
  renameMailboxes(changes: readonly MailboxRename[], ctx?: CallContext): Promise<Settled<void>[]>
  setMailboxesEnabled(
    externalIds: readonly string[],
    enabled: boolean,
    ctx?: CallContext,
  ): Promise<Settled<void>[]>
  /** Success when one is gone already. */
  deleteMailboxes(externalIds: readonly string[], ctx?: CallContext): Promise<Settled<void>[]>
  setPhoto(externalId: string, jpeg: Uint8Array, ctx?: CallContext): Promise<void>
  /** Success when it is gone already; `waiting` while mailboxes are left on it. */
  removeDomain(name: string, ctx?: CallContext): Promise<void>
  /** Whether the credentials work and which permission is missing, for the operator. */
  probe(ctx?: CallContext): Promise<{ ok: true } | { ok: false; reason: string }>
}

// ---- Sending tools ----------------------------------------------------------------------------------------

export interface ToolMailbox {
  externalId: string
  address: string
  warmupOn: boolean
  /** The tool refuses to warm it up (banned, blocked): there is nothing to wait for. */
  warmupBarred: boolean
  dailyLimit: number | undefined
}

export interface MailboxToConnect extends NewMailbox {
  platform: Platform
  /** Emails a day, warm-up not counted. */
  dailyLimit: number
}

/** One customer's account at a sending tool. */
export interface SendingTool {
  kind: SendingToolId
  /** How mailboxes of a platform get in: by API, or uploaded by a person. */
  connectsBy(platform: Platform): 'api' | 'person'
  /** All mailboxes of these domains that the tool has, paged inside. */
  mailboxes(domains: readonly string[], ctx?: CallContext): Promise<ToolMailbox[]>
  /**
   * Adds the missing ones, sets the daily limit and switches warm-up on where they differ. Looks by address
   * first. Answers in the order given; `waiting` for one that a person has to upload. Where warm-up starts in
   * the background the answer may still say that it is off.
   */
  ensureConnected(mailboxes: readonly MailboxToConnect[], ctx?: CallContext): Promise<Settled<ToolMailbox>[]>
  /** Sets daily limit and warm-up of those already there. Answers in the order given, as the one below does. */
  configure(
    externalIds: readonly string[],
    settings: { dailyLimit: number; warmupOn: boolean },
    ctx?: CallContext,
  ): Promise<Settled<void>[]>
  /** Success when one is gone already. */
  disconnect(externalIds: readonly string[], ctx?: CallContext): Promise<Settled<void>[]>
  /** Whether the credentials work. */
  probe(ctx?: CallContext): Promise<{ ok: true } | { ok: false; reason: string }>
}

/** A workspace of a sending tool's account, as its look-up lists them. */
export interface ToolWorkspace {
  id: string
  name: string
}

// ---- Bulk updates in a customer's own sending tool --------------------------------------------------------

/**
 * An account as it stands in the tool. A field is undefined where this way in does not show it, so that it
 * can be neither confirmed nor denied.
 */
export interface BulkAccount {
  /** What the other verbs take. */
  id: string
  email: string
  firstName: string
  lastName: string
  /** The name that recipients see. */
  fromName: string
  /** In the tool's own words: `OUTLOOK`, `Microsoft`. */
  type: string
  warmupOn: boolean
  /** 0 to 100. */
  warmupScore: number | undefined
  dailyLimit: number | undefined
  sendingGapMinutes: number | undefined
  warmupLimit: number | undefined
  /** Warm-up emails more each day; 0 without ramp-up. */
  warmupIncrement: number | undefined
  replyRatePercent: number | undefined
  /** HTML; empty without one. */
  signature: string | undefined
  tags: string[] | undefined
}

/** What is given is set, what is absent stays. */
export interface BulkSettings {
  warmup?: {
    /** Warm-up emails a day. */
    limit: number
    /** Warm-up emails more each day; 0 switches the ramp-up off. */
    increment: number
    replyRatePercent: number
    /** The word by which the tool's filter recognises warm-up mail. */
    tag?: string
    /** Switches warm-up on as well; otherwise it stays on or off. */
    alsoEnable?: boolean
  }
  outbound?: { dailyLimit: number; sendingGapMinutes: number }
}

export interface BulkContext extends CallContext {
  /** Told of each account as soon as its outcome is known, so that a job can note it and go on after a crash. */
  onSettled?: (id: string, outcome: Settled<void>) => void
}

/**
 * A customer's sending tool as the bulk-update helper uses it. Outcomes come in the order of the ids. One
 * account's failure leaves the others alone; refused credentials throw, since nothing more can succeed. A tool
 * may say yes and do nothing, so only `readBack` tells what has changed. Everything may be repeated.
 */
export interface BulkTool {
  kind: 'instantly' | 'smartlead'
  /** With their sending address in one of the domains, or all. */
  listAccounts(domains: readonly string[] | 'all', ctx?: CallContext): Promise<BulkAccount[]>
  /** `rejected` before anything is sent when a value is outside what the tool takes. */
  updateSettings(ids: readonly string[], settings: BulkSettings, ctx?: BulkContext): Promise<Settled<void>[]>
  /** `transient` for those the tool is still working on; `readBack` tells later. */
  enableWarmup(ids: readonly string[], ctx?: BulkContext): Promise<Settled<void>[]>
  setSignature(ids: readonly string[], html: string, ctx?: BulkContext): Promise<Settled<void>[]>
  /** Adds the tags, made where they do not exist; other tags stay. */
  setTags(ids: readonly string[], tags: readonly string[], ctx?: BulkContext): Promise<Settled<void>[]>
  /** The accounts as they stand now, in no order; those that are gone are left out. */
  readBack(ids: readonly string[], ctx?: CallContext): Promise<BulkAccount[]>
}

// ---- Mail -------------------------------------------------------------------------------------------------

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** Stable, so that a repeated hand-over is recognised. */
  messageId: string
  attachments?: { filename: string; contentType: string; content: string }[]
}
export interface Mailer {
  send(mail: Mail, ctx?: CallContext): Promise<void>
  probe(): Promise<{ ok: true } | { ok: false; reason: string }>
}

// ---- Payments ---------------------------------------------------------------------------------------------

/** So many of a product at a price. Plans are charged every 30 days, registrations once. */
export interface PaymentLine {
  product: ProductId
  unitCents: number
  quantity: number
}

/** A checkout as we ask for it. Cents are before the promotion, which the provider applies itself. */
export interface CheckoutOffer {
  /** Our id of the attempt; comes back as `reference` and in the metadata of everything it leads to. */
  checkoutId: string
  /** The provider's own id of the customer. */
  customerExternalId: string
  lines: readonly PaymentLine[]
  /** From `findPromotion`. */
  promotionId?: string
  /** 30 minutes to 24 hours ahead of the moment it is sent. */
  expiresAt: Date
  /** The provider fills `{CHECKOUT_SESSION_ID}` in. */
  successUrl: string
  cancelUrl: string
  metadata?: Record<string, string>
}

/** An offer in the provider's words: plain JSON to be stored before it is sent, so that a retry sends the same. */
export type PreparedCheckout = Readonly<Record<string, unknown>>

/** A checkout as it stands at the provider. */
export interface PaymentCheckout {
  sessionId: string
  /** Where the customer pays, while it is open. */
  url: string | undefined
  status: 'open' | 'complete' | 'expired'
  /** Money has arrived, or none was due. A complete checkout may still wait for a slow bank. */
  paid: boolean
  amountTotalCents: number
  lines: (PaymentLine & { listCents: number; netCents: number })[]
  reference: string | undefined
  customerExternalId: string | undefined
  /** Once it is paid, where something is paid again and again. */
  subscription: PaymentSubscription | undefined
  /** What a refund names. */
  paymentId: string | undefined
  expiresAt: Date
}

export interface PaymentSubscription {
  subscriptionId: string
  customerExternalId: string
  /** `past_due`: a renewal failed and is being tried again or given up; `incomplete`: the first payment is open. */
  status: 'active' | 'past_due' | 'incomplete' | 'ended'
  quantities: Partial<Record<PlanId, number>>
  /** Paid until; undefined once it has ended. */
  periodEnd: Date | undefined
  checkoutId: string | undefined
}

/** A code that can be used now: `percent` off the first invoice's lines of the products it names. */
export interface UsablePromotion extends Promotion {
  promotionId: string
  code: string
}

/** Something happened at the provider; what it means is found by reading the objects again. */
export interface PaymentEvent {
  id: string
  /** The provider's own word: `checkout.session.completed`. */
  type: string
  createdAt: Date
  objects: {
    sessionId?: string
    subscriptionId?: string
    customerExternalId?: string
    paymentId?: string
    invoiceId?: string
    disputeId?: string
    /** Money of this payment went back, whoever gave it. */
    refundedPaymentId?: string
  }
}

export interface Dispute {
  disputeId: string
  paymentId: string | undefined
  amountCents: number
  /** `open` until the bank has decided. */
  outcome: 'open' | 'won' | 'lost'
}

export interface PaymentRefund {
  refundId: string
  cents: number
  status: 'pending' | 'succeeded' | 'failed'
}

/** What went back of a payment, whoever gave it. */
export interface RefundedPayment {
  /** Nothing is left of it. */
  isWhole: boolean
  /** `reference` is our own id of a refund that we made. */
  refunds: (PaymentRefund & { reference: string | undefined })[]
}

export interface Payments {
  /** Finds by e-mail and our id before it creates. */
  ensureCustomer(
    customer: { customerId: string; email: string; name?: string },
    ctx?: CallContext,
  ): Promise<{ customerExternalId: string }>
  /** Pure; no request is made. */
  prepareCheckout(offer: CheckoutOffer): PreparedCheckout
  /**
   * A retry under the same key must send the same. A failure with code `remembered_failure` is answered for
   * ever under its key: look with `findCheckout`, then use a new key.
   */
  createCheckout(
    prepared: PreparedCheckout,
    idempotencyKey: string,
    ctx?: CallContext,
  ): Promise<PaymentCheckout>
  /** The newest checkout that carries our id. */
  findCheckout(
    query: { customerExternalId: string; reference: string },
    ctx?: CallContext,
  ): Promise<PaymentCheckout | undefined>
  readCheckout(sessionId: string, ctx?: CallContext): Promise<PaymentCheckout>
  /** Answers what it is then: a checkout that was paid in the meantime stays complete. */
  expireCheckout(sessionId: string, ctx?: CallContext): Promise<PaymentCheckout>
  readSubscription(subscriptionId: string, ctx?: CallContext): Promise<PaymentSubscription>
  /** Absolute, from the next period on, nothing charged or returned for the present one. No plan left cancels it. */
  setSubscriptionQuantities(
    subscriptionId: string,
    quantities: Partial<Record<PlanId, number>>,
    ctx?: CallContext,
  ): Promise<PaymentSubscription>
  /** At once. Success when it has ended already. */
  cancelSubscription(subscriptionId: string, ctx?: CallContext): Promise<PaymentSubscription>
  /** A page to change the card and see invoices, not quantities. Short-lived. */
  openPortal(
    request: { customerExternalId: string; returnUrl: string },
    ctx?: CallContext,
  ): Promise<{ url: string }>
  /** Undefined when the code does not exist or cannot be used now. */
  findPromotion(code: string, ctx?: CallContext): Promise<UsablePromotion | undefined>
  /** `refundId` is ours: a refund that carries it is found before another is made. */
  refund(
    request: { refundId: string; paymentId: string; cents: number; metadata?: Record<string, string> },
    ctx?: CallContext,
  ): Promise<PaymentRefund>
  /** The latest hundred refunds of a payment. */
  readRefunds(paymentId: string, ctx?: CallContext): Promise<RefundedPayment>
  readDispute(disputeId: string, ctx?: CallContext): Promise<Dispute>
  /** The subscription that a payment (a first one or a renewal) was for. */
  subscriptionOfPayment(paymentId: string, ctx?: CallContext): Promise<string | undefined>
  /** Newest first, one page a call; `after` is the last page's `next`. Kept for 30 days. */
  events(
    query: { since: Date; after?: string },
    ctx?: CallContext,
  ): Promise<{ events: PaymentEvent[]; next: string | undefined }>
  /** `rawBody` byte for byte as it came in. */
  parseWebhook(
    rawBody: Uint8Array | string,
    signature: string | undefined,
  ): { ok: true; event: PaymentEvent } | { ok: false; reason: string }
  probe(ctx?: CallContext): Promise<{ ok: true } | { ok: false; reason: string }>
}

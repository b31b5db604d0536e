import type { Config } from '#base/config/config.ts'
import type { Db } from '#base/db/client.ts'
import type { Picture } from '#vendors/client/picture.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { Dns, Registrar, RegistryStatus, Zones } from '#vendors/ports/names.ts'
import type { ProbeMailbox } from '#vendors/ports/proof-mail.ts'
import type { SendingTool } from '#vendors/ports/sending-tools.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Desired, Holding } from './desired.ts'
import type { Facts, Freshness } from './facts.ts'
import type { Lease } from './lease.ts'
import type { StepId } from './step-ids.ts'

/** The third parties as the reconciler uses them. */
interface ProvisioningVendors {
  registrar: Registrar
  zones: Zones
  dns: Dns
  registry: RegistryStatus
  /** The host that a provider account's row describes. */
  mailboxHost(accountId: string): Promise<MailboxHost>
  /** The operator's mailboxes that receive proof mail. */
  probeMailboxes(): Promise<ProbeMailbox[]>
  /** The tool that a connection's row describes; `other` has none. */
  sendingTool(connectionId: string): Promise<SendingTool>
  /** The JPEG behind a shared link, or why there is none. */
  picture(link: string, call: CallContext): Promise<Picture>
}

/** What the reconciler needs of the product's dependencies. */
export interface ProvisioningDependencies
  extends Pick<Dependencies, 'db' | 'prices' | 'secrets' | 'limits' | 'queue' | 'outbox' | 'alert' | 'log'> {
  config: Pick<
    Config,
    | 'publicUrl'
    | 'nameServers'
    | 'acceptedNameServers'
    | 'retirePerHour'
    | 'leaseSeconds'
    | 'signInBrowser'
    | 'dmarc'
  >
  vendors: ProvisioningVendors
}

/** What a step is given. It reads `facts`, asks vendors with `call`, and writes only under the lease. */
export interface StepContext extends ProvisioningDependencies {
  name: string
  desired: Desired
  holding: Holding
  facts: Facts
  /** The same as this turn of the run has read them. */
  read: Facts
  freshness: Freshness
  lease: Lease
  call: CallContext
  /** Writes what is known half-way, and whatever else belongs to it, in one transaction under the lease. */
  save(facts: Partial<Facts>, also?: (tx: Db) => Promise<void>): Promise<void>
  /**
   * Keeps what a step found changed behind our back before it puts that right; a step that needs several runs for
   * it tells the first finding. It stands in the timeline once the step is done.
   */
  noteHealing(step: StepId, sentence: string): Promise<void>
  /** By the database's clock, whatever this machine's own says. */
  now(): Date
  /** The moment to stamp facts with. */
  at(): string
}

/** What a step has established. It is written together with its event, under the lease. */
export interface Established {
  facts: Partial<Facts>
  also?(tx: Db): Promise<void>
  /** It holds only for the wish that the run was planned for: a newer one discards it, and the run begins again. */
  isOfThisWish?: boolean
  /** What the timeline says, where that is not what the step is for. */
  sentence?: string
  /** Nothing was changed that anybody has to be told of. */
  isUntold?: boolean
}

export type Step = (context: StepContext) => Promise<Established>

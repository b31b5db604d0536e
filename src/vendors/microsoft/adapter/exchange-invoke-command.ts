import * as z from 'zod'
import { watchList } from '#vendors/client/list-end.ts'
import { addressTaken, heldUnseen, isOwn } from '#vendors/client/own-mailbox.ts'
import type { WithToken } from '#vendors/client/token-cache.ts'
import {
  createVendorClient,
  type Explanation,
  type Refusal,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { BlockedSenders, DkimState, NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import { exchangeScope, type MicrosoftTenant, type MicrosoftUrls } from './tenant.ts'

/*
 * Shared mailboxes and DKIM keys exist only as Exchange cmdlets. The cmdlets and their parameters are documented;
 * the HTTP call that runs them is not: it is what Microsoft's own PowerShell module sends, and many public tools
 * with it. Nothing outside this file knows that call, and one switch (`exchangeUndocumented`) does without it.
 */

/** Not published; assumed low enough, and lowered further by any 429. */
const cmdletRate: Rate = { perSecond: 10, burst: 100 }
/** Making a mailbox takes Exchange several seconds. */
const cmdletTimeoutMs = 60_000
export const cmdletPageSize = 1_000
/**
 * Routing hints when an app calls instead of a person, the likelier one first: the module's own, and the one that
 * scanners send. The second wants the initial domain; one of the customer's own is answered with 401.
 */
const anchorsOf = ({ tenantId, initialDomain }: MicrosoftTenant) =>
  [
    `APP:SystemMailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}@${tenantId}`,
    `UPN:SystemMailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}@${initialDomain}`,
  ] as const

/** Exchange may have refused the hint and not the cmdlet. */
const mayBeMisrouted = (error: unknown) =>
  isVendorError(error) && (error.status === 401 || (error.status === 400 && error.code === undefined))
/** A refusal that only the cmdlet itself can have said. */
const hasArrived = (error: unknown) => isVendorError(error) && error.code !== undefined

const cmdletRefusal = z.object({
  error: z.object({
    message: z.string().nullish(),
    details: z.array(z.object({ message: z.string() })).nullish(),
  }),
})

/** What the exception that Exchange names means to us. */
const exceptions: [RegExp, Explanation & { code: string }][] = [
  [/ManagementObjectNotFound|ADNoSuchObject/, { code: 'NotFound', kind: 'not_found' }],
  [
    /ProxyAddressExists|ObjectAlreadyExists|WindowsLiveIdExists|already (being used|exists)/,
    { code: 'AlreadyExists', kind: 'rejected' },
  ],
  [
    /NotAcceptedDomain|not an accepted domain/,
    { code: 'NotAcceptedDomain', ...waitsForVendor, reason: 'Exchange does not know the domain yet' },
  ],
  [
    /CnameMissing|CNAME record does not exist/,
    { code: 'CnameMissing', ...waitsForVendor, reason: 'Microsoft does not see the DKIM records yet' },
  ],
  [
    /DehydratedContext|Enable-OrganizationCustomization/,
    {
      code: 'Dehydrated',
      ...waitsForOperator,
      reason:
        'the tenant’s settings cannot be changed yet: run Enable-OrganizationCustomization once in Exchange Online PowerShell; it takes effect within the hour',
    },
  ],
  [/Transient|ServerBusy|TooBusy|Timeout/i, { code: 'Transient', kind: 'transient' }],
]

/** Cmdlet errors come as `Ex6F9304|Namespace.SomeException|What happened.` with a 400 or 404. */
export function explainCmdletRefusal({ status, body }: Refusal): Explanation {
  if (status === 401) return { reason: 'Exchange did not accept the access token' }
  if (status === 403)
    return { reason: 'the app lacks Exchange.ManageAsApp or the Exchange Administrator role' }
  const parsed = cmdletRefusal.safeParse(body)
  if (!parsed.success || status === 429 || status >= 500) return {}
  const { message, details } = parsed.data.error
  const said = details?.[0]?.message ?? message ?? ''
  const words = vendorWords(said.split('|').at(-1) ?? said)
  const known = exceptions.find(([pattern]) => pattern.test(said))?.[1]
  // One that nobody has met may pass: it is tried again for hours, and is the operator's then.
  return known ? { reason: words, ...known } : { reason: words, kind: 'transient' }
}

const mailboxValue = z.object({ ExternalDirectoryObjectId: z.string().min(1) })
const recipientValue = z.object({
  ExternalDirectoryObjectId: z.string().nullish(),
  PrimarySmtpAddress: z.string(),
  RecipientTypeDetails: z.string(),
  Alias: z.string().nullish(),
})

/** https://learn.microsoft.com/powershell/module/exchange/get-recipient: what people call its types. */
const recipientTypes: [RegExp, string][] = [
  [/Mailbox$/, 'the mailbox'],
  [/Group/, 'the group'],
  [/Contact$/, 'the contact'],
  [/^(Guest)?MailUser$/, 'the mail user'],
]
const dkimValue = z.object({
  Enabled: z.boolean(),
  Selector1CNAME: z.string().min(1),
  Selector2CNAME: z.string().min(1),
})

const dkimState = (config: z.infer<typeof dkimValue>): DkimState => ({
  state: config.Enabled ? 'on' : 'created',
  records: [config.Selector1CNAME, config.Selector2CNAME].map((content, index) => ({
    name: `selector${index + 1}._domainkey`,
    type: 'CNAME',
    content,
  })),
})

/** https://learn.microsoft.com/powershell/module/exchange/get-casmailbox: a mailbox without a word of its own follows the tenant. */
const protocolsValue = z.object({
  SmtpClientAuthenticationDisabled: z.boolean().nullish(),
  ImapEnabled: z.boolean().nullish(),
})
const transportValue = z.object({ SmtpClientAuthenticationDisabled: z.boolean().nullish() })

const blockedValue = z.object({ SenderAddress: z.string().min(1) })

const count = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
])
/**
 * Not on Microsoft's page of cmdlets; what its support reads by it is in
 * https://microsoft.github.io/CSS-Exchange/Transport/Get-TerrlExternalRecipientEstimate
 */
const counterValue = z.object({ Threshold: count, ObservedValue: count })

interface MailProtocols {
  smtpAuthOff: boolean | undefined
  imapOn: boolean | undefined
}

interface Page<Value> {
  value: Value[]
  '@odata.nextLink'?: string | null | undefined
}

const ledElsewhere = (operation: string) =>
  new VendorError({
    vendor: 'microsoft',
    operation,
    kind: 'transient',
    reason: 'a list continues at another address',
  })

export type Exchange = ReturnType<typeof createExchange>

export function createExchange(
  urls: Pick<MicrosoftUrls, 'exchangeUrl'>,
  tenant: MicrosoftTenant,
  dependencies: VendorClientDependencies,
  withToken: WithToken,
) {
  const client = createVendorClient(dependencies, { vendor: 'microsoft', explain: explainCmdletRefusal })
  const commandUrl = `${urls.exchangeUrl}/adminapi/beta/${tenant.tenantId}/InvokeCommand`
  const [likelier, otherwise] = anchorsOf(tenant)
  /** Which routing hint this tenant takes, as soon as one has worked. */
  let proven: string | undefined

  async function by<T>(anchor: string, send: (anchor: string) => Promise<T>): Promise<T> {
    try {
      const answer = await send(anchor)
      proven = anchor
      return answer
    } catch (error) {
      if (hasArrived(error)) proven = anchor
      throw error
    }
  }

  /** The second hint is tried once, and only while neither has worked: the first call has done nothing by then. */
  async function routed<T>(send: (anchor: string) => Promise<T>): Promise<T> {
    if (proven) return send(proven)
    try {
      return await by(likelier, send)
    } catch (refusal) {
      if (!mayBeMisrouted(refusal)) throw refusal
      return by(otherwise, send).catch((error: unknown) => {
        throw mayBeMisrouted(error) ? refusal : error
      })
    }
  }

  /** Runs one cmdlet; returns its objects. More than a page of them is continued by the same request at another address. */
  async function invoke<Value extends z.ZodType>(
    cmdlet: string,
    parameters: Record<string, string | number | boolean>,
    value: Value,
    ctx: CallContext,
  ): Promise<z.output<Value>[]> {
    const expectMore = watchList('microsoft', cmdlet)
    const all: z.output<Value>[] = []
    for (let url: string | undefined = commandUrl; url; ) {
      const got: Page<z.output<Value>> = await send(url, cmdlet, parameters, value, ctx)
      all.push(...got.value)
      url = got['@odata.nextLink'] ?? undefined
      if (url) expectMore(got.value)
      // Nobody else is handed our token.
      if (url && !url.startsWith(`${urls.exchangeUrl}/`)) throw ledElsewhere(cmdlet)
    }
    return all
  }

  const send = <Value extends z.ZodType>(
    url: string,
    cmdlet: string,
    parameters: Record<string, string | number | boolean>,
    value: Value,
    ctx: CallContext,
  ): Promise<Page<z.output<Value>>> =>
    withToken(exchangeScope, ctx, (token) =>
      routed((anchor) =>
        client(
          {
            operation: cmdlet,
            method: 'POST',
            url,
            headers: {
              authorization: `Bearer ${token}`,
              'x-cmdletname': cmdlet,
              'x-anchormailbox': anchor,
              prefer: `odata.maxpagesize=${cmdletPageSize}`,
            },
            json: { CmdletInput: { CmdletName: cmdlet, Parameters: parameters } },
            answer: z.object({ value: z.array(value), '@odata.nextLink': z.string().nullish() }),
            timeoutMs: cmdletTimeoutMs,
            limit: { key: `microsoft:${tenant.tenantId}:exchange`, rate: cmdletRate },
          },
          ctx,
        ),
      ),
    )

  /**
   * After "exists already": the mailbox that has the address, if that is ours. Whoever has it as one of many addresses is
   * found by it too, and so are groups and contacts.
   */
  async function readBack(wanted: NewMailbox, ctx: CallContext): Promise<string> {
    const { address } = wanted
    const [found] = await invoke('Get-Recipient', { Identity: address }, recipientValue, ctx).catch(
      (error: unknown) => {
        if (isVendorError(error, 'not_found')) return []
        throw error
      },
    )
    if (!found) throw heldUnseen('microsoft', wanted)
    const { ExternalDirectoryObjectId: id, Alias: mark, PrimarySmtpAddress: primary } = found
    const isPrimary = primary.toLowerCase() === address.toLowerCase()
    if (id && isPrimary && isOwn(wanted, { id, mark })) return id
    const type = recipientTypes.find(([pattern]) => pattern.test(found.RecipientTypeDetails))?.[1]
    const whose = `${type ?? found.RecipientTypeDetails} ${primary}`
    throw addressTaken(
      'microsoft',
      wanted,
      `${isPrimary ? 'belongs to' : 'is an alias of'} ${whose}`,
      primary,
    )
  }

  async function dkim(name: string, ctx: CallContext): Promise<DkimState> {
    try {
      const [config] = await invoke('Get-DkimSigningConfig', { Identity: name }, dkimValue, ctx)
      return config ? dkimState(config) : { state: 'off', records: [] }
    } catch (error) {
      if (isVendorError(error, 'not_found')) return { state: 'off', records: [] }
      throw error
    }
  }

  return {
    /** Whether mailboxes can be made on this domain: minutes after it was verified. */
    async acceptsDomain(name: string, ctx: CallContext = {}): Promise<boolean> {
      try {
        const found = await invoke('Get-AcceptedDomain', { Identity: name }, z.unknown(), ctx)
        return found.length > 0
      } catch (error) {
        if (isVendorError(error, 'not_found')) return false
        throw error
      }
    },

    /** https://learn.microsoft.com/powershell/module/exchange/get-blockedsenderaddress: all of the tenant in one call. */
    async blockedSenders(ctx: CallContext = {}): Promise<BlockedSenders> {
      const blocked = await invoke('Get-BlockedSenderAddress', {}, blockedValue, ctx)
      return { blocked: blocked.map(({ SenderAddress }) => SenderAddress.toLowerCase()), unclear: [] }
    },

    /** Outside recipients that the tenant may reach in 24 hours, and has. */
    async sendingCounter(ctx: CallContext = {}): Promise<{ perDay: number; reached: number } | undefined> {
      const [status] = await invoke('Get-LimitsEnforcementStatus', {}, counterValue, ctx)
      return status && { perDay: status.Threshold, reached: status.ObservedValue }
    },

    /** The new mailbox's user in the directory; of the mailbox that has the address when there is one, and it is ours. */
    async ensureSharedMailbox(mailbox: NewMailbox, ctx: CallContext = {}): Promise<string | undefined> {
      const parameters = {
        Shared: true,
        Name: mailbox.mark,
        Alias: mailbox.mark,
        PrimarySmtpAddress: mailbox.address,
        DisplayName: `${mailbox.firstName} ${mailbox.lastName}`,
        FirstName: mailbox.firstName,
        LastName: mailbox.lastName,
      }
      try {
        const [made] = await invoke('New-Mailbox', parameters, mailboxValue, ctx)
        return made?.ExternalDirectoryObjectId
      } catch (error) {
        if (!isVendorError(error) || error.code !== 'AlreadyExists') throw error
        return readBack(mailbox, ctx)
      }
    },

    dkim,

    async ensureDkimKeys(name: string, ctx: CallContext = {}): Promise<DkimState> {
      const before = await dkim(name, ctx)
      if (before.state !== 'off') return before
      try {
        await invoke(
          'New-DkimSigningConfig',
          { DomainName: name, Enabled: false, KeySize: 2048 },
          z.unknown(),
          ctx,
        )
      } catch (error) {
        if (!isVendorError(error) || error.code !== 'AlreadyExists') throw error
      }
      return dkim(name, ctx)
    },

    async enableDkim(name: string, ctx: CallContext = {}): Promise<void> {
      if ((await dkim(name, ctx)).state === 'on') return
      await invoke('Set-DkimSigningConfig', { Identity: name, Enabled: true }, z.unknown(), ctx)
    },

    /** Off where Exchange does not say: so it is in a new tenant. */
    async smtpAuthOffInTenant(ctx: CallContext = {}): Promise<boolean> {
      const [config] = await invoke('Get-TransportConfig', {}, transportValue, ctx)
      return config?.SmtpClientAuthenticationDisabled !== false
    },

    /**
     * Writes a setting of the tenant as it stands. A tenant whose settings cannot be changed yet refuses that, and the flag
     * that tells so turns up to half an hour before it takes changes.
     */
    async tryWriting(ctx: CallContext = {}): Promise<void> {
      const [config] = await invoke('Get-TransportConfig', {}, transportValue, ctx)
      const off = config?.SmtpClientAuthenticationDisabled
      if (typeof off === 'boolean')
        await invoke('Set-TransportConfig', { SmtpClientAuthenticationDisabled: off }, z.unknown(), ctx)
    },

    async mailProtocols(address: string, ctx: CallContext = {}): Promise<MailProtocols> {
      const [found] = await invoke('Get-CASMailbox', { Identity: address }, protocolsValue, ctx)
      return {
        smtpAuthOff: found?.SmtpClientAuthenticationDisabled ?? undefined,
        imapOn: found?.ImapEnabled ?? undefined,
      }
    },

    async setMailProtocols(
      address: string,
      { smtpAuthOff, imapOn }: Partial<MailProtocols>,
      ctx: CallContext = {},
    ): Promise<void> {
      const parameters = {
        Identity: address,
        ...(smtpAuthOff !== undefined && { SmtpClientAuthenticationDisabled: smtpAuthOff }),
        ...(imapOn !== undefined && { ImapEnabled: imapOn }),
      }
      await invoke('Set-CASMailbox', parameters, z.unknown(), ctx)
    },
  }
}

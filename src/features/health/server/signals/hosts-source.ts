import type { AccountVendor } from '#base/db/schema/index.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { judgeMailboxes } from '../../rules/signals/counted.ts'
import { judgeRefusals } from '../../rules/signals/refusals.ts'
import { type SignalSource, signalOf } from './signal-source.ts'

type Hosts = Pick<Vendors, 'mailboxHost'>
interface Told {
  blocked: ReadonlySet<string>
  unclear: ReadonlySet<string>
}
/** Who is kept from sending at one account; undefined where it cannot be asked or gave no answer. */
interface Asked {
  at: number
  told: Promise<Told | undefined>
}

/** What a host says of a mailbox that it has stopped, as a code of the table of refusals. */
const stoppedBy: Record<AccountVendor, string> = { microsoft: '5.1.8', google: 'Suspended' }

/** An account has many domains and is asked once for all of them, by each process. */
const askedEvery = 50 * 60_000
const asked = new WeakMap<Hosts, Map<string, Asked>>()

/**
 * What the host itself has stopped: its word needs no second one. That it blocks nobody is all that it says; what single
 * receivers refuse is not read here.
 */
export function hostsSource({ vendors }: { vendors: Hosts }): SignalSource {
  return async ({ host, notes }, now, call) => {
    if (!host || host.addresses.length === 0) return { seen: [], notes }
    const { at, told: asking } = lastAsked(vendors, host.accountId, now, call)
    const told = await asking
    if (!told) return { seen: [], notes }
    const cutOff = host.addresses.filter((address) => told.blocked.has(address)).length
    // Of one that is stopped for a reason that nobody has described nothing is known; it hides none that are cut off.
    if (cutOff === 0 && host.addresses.some((address) => told.unclear.has(address)))
      return { seen: [], notes }
    const ban = judgeRefusals(
      cutOff > 0 ? [{ code: stoppedBy[host.vendor], recipients: cutOff, confirmed: true }] : [],
    )
    const none = { ...ban, evidence: 'The host keeps none of its mailboxes from sending.' }
    return {
      seen: [
        signalOf('ban', host.vendor, at, cutOff > 0 ? ban : none),
        signalOf('mailboxes', host.vendor, at, judgeMailboxes({ cutOff, of: host.addresses.length })),
      ],
      notes,
    }
  }
}

function lastAsked(vendors: Hosts, accountId: string, now: number, call: CallContext): Asked {
  const accounts = asked.get(vendors) ?? new Map<string, Asked>()
  asked.set(vendors, accounts)
  const known = accounts.get(accountId)
  if (known && now - known.at >= 0 && now - known.at < askedEvery) return known
  const fresh = { at: now, told: askHost(vendors, accountId, call) }
  accounts.set(accountId, fresh)
  return fresh
}

async function askHost(vendors: Hosts, accountId: string, call: CallContext): Asked['told'] {
  try {
    const told = await (await vendors.mailboxHost(accountId)).blockedSenders?.(call)
    return told && { blocked: new Set(told.blocked), unclear: new Set(told.unclear) }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return undefined
  }
}

import { judgeMailboxes } from '#shared/health/signals/counted.ts'
import { judgeRefusals } from '#shared/health/signals/refusals.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import type { Vendors } from '../../providers/vendors.ts'
import { type SignalSource, signalOf } from './signal-source.ts'

type Hosts = Pick<Vendors, 'mailboxHost'>
/** Who is kept from sending at one account; undefined where it cannot be asked or gave no answer. */
interface Asked {
  at: number
  blocked: Promise<ReadonlySet<string> | undefined>
}

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
    const { at, blocked: asking } = lastAsked(vendors, host.accountId, now, call)
    const blocked = await asking
    if (!blocked) return { seen: [], notes }
    const cutOff = host.addresses.filter((address) => blocked.has(address)).length
    const ban = judgeRefusals(cutOff > 0 ? [{ code: '5.1.8', recipients: cutOff, confirmed: true }] : [])
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
  const fresh = { at: now, blocked: askHost(vendors, accountId, call) }
  accounts.set(accountId, fresh)
  return fresh
}

async function askHost(vendors: Hosts, accountId: string, call: CallContext): Asked['blocked'] {
  try {
    const addresses = await (await vendors.mailboxHost(accountId)).blockedSenders?.(call)
    return addresses && new Set(addresses)
  } catch (error) {
    if (!isVendorError(error)) throw error
    return undefined
  }
}

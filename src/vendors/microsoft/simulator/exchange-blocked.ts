import type { World } from '#vendors/sandbox/world.ts'
import type { Cmdlet } from './cmdlet.ts'
import { getDomain, type MicrosoftState } from './state.ts'

const blocked = (world: Pick<World, 'store'>) =>
  world.store.collection<{ address: string }>('microsoft.blocked')

/** Stops an address from sending for what it sent, or lets it go on. */
export function setBlocked(world: Pick<World, 'store'>, address: string, isBlocked: boolean): void {
  const key = address.toLowerCase()
  if (isBlocked) blocked(world).put(key, { address: key })
  else blocked(world).delete(key)
}

/** The tenant's restricted entities, by the names that public tools read: `Reason` says how much of the mail was spam. */
export const createBlockedCmdlets = (world: World, state: MicrosoftState): Record<string, Cmdlet> => ({
  'Get-BlockedSenderAddress': (tenant, { SenderAddress }) =>
    blocked(world)
      .list()
      .filter(({ address }) => getDomain(state, tenant.tenantId, address.slice(address.indexOf('@') + 1)))
      .filter(({ address }) => SenderAddress === undefined || SenderAddress === address)
      .map(({ address }) => ({
        SenderAddress: address,
        Reason:
          'OutboundSpamLast24Hours=240;OutboundMailLast24Hours=300;OutboundSpamPercent=800;Last Message MessagetraceId:0',
        CreatedDatetime: new Date(world.now()).toISOString(),
      })),
})

import { probing } from '#vendors/client/probing.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Registrar, Zones } from '#vendors/ports/names.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import { createDnsimpleClient, type DnsimpleOptions } from './client.ts'
import { createRegistrar } from './registrar.ts'
import { domainAnswer } from './wire.ts'
import { createZones } from './zones.ts'

export interface Dnsimple {
  registrar: Registrar
  zones: Zones
  /** Whether the account has a name, registered or hosted. */
  hasDomain(name: string, ctx?: CallContext): Promise<boolean>
  /** The registrar's own number of the account. */
  accountNumber(ctx?: CallContext): Promise<number>
  /** Reads what later calls need, so that the first person who searches does not wait for it. */
  warm(ctx?: CallContext): Promise<void>
  /** Whether the token works and the contact for registrations is there. */
  probe(ctx?: CallContext): Promise<Probe>
}

/** Registrar and DNS host of bought names, DNS host of customers' own ones. */
export function createDnsimple(options: DnsimpleOptions, dependencies: VendorClientDependencies): Dnsimple {
  const client = createDnsimpleClient(options, dependencies)
  return {
    registrar: createRegistrar(client, options),
    zones: createZones(client),
    hasDomain: async (name, ctx) =>
      (await client.find(
        { operation: 'findDomain', path: `/domains/${name}`, answer: domainAnswer },
        ctx,
      )) !== undefined,
    accountNumber: (ctx) => client.account(ctx),
    async warm(ctx) {
      await client.account(ctx)
    },
    probe: (ctx) =>
      probing(async () => {
        const reason = await client.lackOfContact('probe', ctx)
        if (reason)
          throw new VendorError({ vendor: 'dnsimple', operation: 'probe', kind: 'not_found', reason })
      }),
  }
}

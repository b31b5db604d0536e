import { asc } from 'drizzle-orm'
import { defaultDnsAccountId, dnsAccounts, type Remedy } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { noteDnsProbe } from '#features/capacity/server/registrars/dns-account.ts'
import { type Check, mending } from './check.ts'

/** Every account at the registrar. */
export async function registrarChecks({ db, vendors }: Dependencies): Promise<Check[]> {
  const accounts = await db
    .select()
    .from(dnsAccounts)
    .orderBy(asc(dnsAccounts.createdAt), asc(dnsAccounts.id))
  return accounts.map(({ id, label, state }): Check => {
    const isEnvironments = id === defaultDnsAccountId
    const mend = isEnvironments ? 'Check DNSIMPLE_TOKEN and REGISTRANT_ID.' : 'Give it a token that works.'
    const remedy: Remedy = isEnvironments
      ? {}
      : {
          press: 'Under Capacity, in its menu: “Renew the token”.',
          commands: [`dns-account renew --label ${label} --token-file … --registrant-id …`],
        }
    return {
      what: isEnvironments ? 'DNSimple' : `DNSimple ${label}`,
      step: 'registrar',
      async inspect() {
        const probe = await (await vendors.dnsAccount(id)).probe()
        await noteDnsProbe(db, id, probe)
        const verdict = mending(probe, mend, remedy)
        return verdict.ok && !isEnvironments ? { ...verdict, note: state } : verdict
      },
    }
  })
}

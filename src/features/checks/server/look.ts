import { asc, sql } from 'drizzle-orm'
import {
  checksLooks,
  defaultDnsAccountId,
  dnsAccounts,
  type KeptFinding,
  type Remedy,
} from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { noteDnsProbe } from '#features/capacity/server/registrars/dns-account.ts'
import { type Check, findingOf, mending } from './check.ts'
import { dmarcReportChecks } from './dmarc-reports.ts'
import { mailboxAccountChecks } from './mailbox-accounts.ts'
import { ownChecks } from './own-rows.ts'
import { paymentSetupChecks } from './payment-setup.ts'
import { thirdPartyChecks } from './third-parties.ts'

/** Every account at the registrar. */
async function registrarChecks({ db, vendors }: Dependencies): Promise<Check[]> {
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

const checksOf = async (deps: Dependencies): Promise<Check[]> => [
  ...thirdPartyChecks(deps),
  ...paymentSetupChecks(deps),
  ...(await registrarChecks(deps)),
  ...(await mailboxAccountChecks(deps)),
  ...dmarcReportChecks(deps),
  ...ownChecks(deps),
]

/**
 * Looks at every third party, every account and what we owe, all at once, and keeps what was found for whoever asks
 * later what the last look said.
 * @param by who asked: a person's name, or the command line
 */
export async function look(deps: Dependencies, by: string): Promise<KeptFinding[]> {
  const checks = await checksOf(deps)
  const findings = await Promise.all(
    checks.map(async (check) => ({ ...(await findingOf(check)), right: check.right, step: check.step })),
  )
  const kept = { lookedAt: sql`now()`, lookedBy: by, findings }
  await deps.db
    .insert(checksLooks)
    .values({ id: 1, ...kept })
    .onConflictDoUpdate({ target: checksLooks.id, set: kept })
  return findings
}

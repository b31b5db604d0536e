import { sql } from 'drizzle-orm'
import { checksLooks, type KeptFinding } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type Check, findingOf } from './check.ts'
import { dmarcReportChecks } from './dmarc-reports.ts'
import { mailboxAccountChecks } from './mailbox-accounts.ts'
import { ownChecks } from './own-rows.ts'
import { paymentSetupChecks } from './payment-setup.ts'
import { registrarChecks } from './registrar-accounts.ts'
import { thirdPartyChecks } from './third-parties.ts'

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

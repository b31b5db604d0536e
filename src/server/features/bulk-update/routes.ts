import * as api from '#shared/api/bulk-update.ts'
import { getJob } from '#shared/api/jobs.ts'
import { type BulkOperation, bulkJobMessages } from '#shared/bulk-update/bulk-job.ts'
import type { InstantlySettings } from '#shared/bulk-update/instantly.ts'
import { areTooMany, signatureMessages } from '#shared/bulk-update/signature.ts'
import type { SmartleadAccess } from '#shared/bulk-update/smartlead.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { countUse } from '../../http/call-limits.ts'
import { ruleBroken } from '../../http/refusal.ts'
import type { BulkSettings } from '../../providers/ports/bulk-tools.ts'
import type { BulkChange, ChangedAccount } from './bulk-change.ts'
import { createSignatureCleaner } from './clean-signature.ts'
import { endBulkJob } from './end-bulk-job.ts'
import { fetchAccounts } from './fetch-accounts.ts'
import { findKeptCredentials, forgetCredentials } from './kept-credentials.ts'
import { presentInstantlyAccount, presentSmartleadAccount } from './present-account.ts'
import { findBulkJob, readBulkJob, recentBulkJobs } from './read-bulk-job.ts'
import { retryBulkJob } from './retry-bulk-job.ts'
import { startBulkJob } from './start-bulk-job.ts'
import { maskAccess } from './stored-marker.ts'

/** The two bulk-update tools, and the jobs they start. */
export function bulkUpdateRoutes(deps: Dependencies): Routes {
  const { db, secrets, limits } = deps

  const { clean, preview } = createSignatureCleaner()
  /** What mail programs may be given of them; refused when nothing is left of one. */
  async function safeSignatures(customerId: string, different: readonly string[]): Promise<string[]> {
    if (areTooMany(different)) throw ruleBroken(signatureMessages.tooMany)
    await countUse(limits, 'signatures', customerId)
    const signatures = await clean(different)
    if (signatures.some(({ isEmpty }) => isEmpty)) throw ruleBroken(bulkJobMessages.signatureEmpty)
    return signatures.map(({ html }) => html)
  }
  const startSmartlead = (
    customerId: string,
    access: SmartleadAccess,
    accounts: readonly { id: number }[],
    operation: BulkOperation,
    change: BulkChange,
  ) => {
    const ids = [...new Set(accounts.map(({ id }) => String(id)))].map((id) => ({ id }))
    return startBulkJob(deps, customerId, { tool: 'smartlead', access }, { operation, change, accounts: ids })
  }

  return (bind) => {
    bind(api.instantly, async ({ customer, body }) => {
      const access = { tool: 'instantly', access: body.access } as const
      const start = (change: BulkChange, accounts: readonly ChangedAccount[]) =>
        startBulkJob(deps, customer.id, access, {
          operation: body.operation as BulkOperation,
          change,
          accounts,
        })
      switch (body.operation) {
        case 'fetch-accounts': {
          const found = await fetchAccounts(deps, customer.id, access, body)
          return { ...found, accounts: found.accounts.map(presentInstantlyAccount) }
        }
        case 'update-accounts':
          return start(
            { kind: 'settings', settings: instantlySettings(body.settings) },
            body.emails.map((id) => ({ id })),
          )
        case 'enable-warmup':
          return start(
            { kind: 'warmup' },
            body.emails.map((id) => ({ id })),
          )
        case 'update-signatures': {
          const { different, accounts } = groupSignatures(body.signatures)
          return start(
            { kind: 'signatures', signatures: await safeSignatures(customer.id, different) },
            accounts,
          )
        }
      }
    })

    bind(api.instantlyCredentials, async ({ customer }) => {
      const kept = await findKeptCredentials(db, secrets, customer.id, 'instantly')
      if (!kept) return { success: true, credentials: null }
      const access = maskAccess(secrets, customer.id, 'instantly', kept.access)
      return {
        success: true,
        credentials:
          access.kind === 'apiKey'
            ? { cookie: '', org_auth: '', api_key: access.apiKey }
            : { cookie: access.cookie, org_auth: access.orgAuth },
        expiresAt: kept.expiresAt.toISOString(),
      }
    })

    bind(api.forgetInstantlyCredentials, async ({ customer }) => {
      await forgetCredentials(db, customer.id, 'instantly')
      return { success: true }
    })

    bind(api.smartleadToken, async ({ customer }) => {
      const kept = await findKeptCredentials(db, secrets, customer.id, 'smartlead')
      if (!kept) return { success: true, token: null }
      const access = maskAccess(secrets, customer.id, 'smartlead', kept.access)
      return {
        success: true,
        ...(access.kind === 'apiKey' ? { token: null, api_key: access.apiKey } : { token: access.token }),
        expiresAt: kept.expiresAt.toISOString(),
      }
    })

    bind(api.forgetSmartleadToken, async ({ customer }) => {
      await forgetCredentials(db, customer.id, 'smartlead')
      return { success: true }
    })

    bind(api.smartleadAccounts, async ({ customer, body }) => {
      const { domains, remember = true } = body
      const access = { tool: 'smartlead', access: body.access } as const
      const found = await fetchAccounts(deps, customer.id, access, { domains, remember })
      return { ...found, accounts: found.accounts.map(presentSmartleadAccount) }
    })

    bind(api.updateSmartleadWarmup, ({ customer, body: { access, accounts, settings } }) =>
      startSmartlead(customer.id, access, accounts, 'update-warmup', {
        kind: 'settings',
        settings: {
          warmup: {
            limit: settings.maxEmailPerDay,
            increment: settings.isRampupEnabled === false ? 0 : settings.rampupValue,
            replyRatePercent: settings.replyRate,
            tag: settings.warmupTagIdentifier,
            alsoEnable: settings.status === 'ACTIVE',
          },
        },
      }),
    )

    bind(api.updateSmartleadOutbound, ({ customer, body: { access, accounts, settings } }) =>
      startSmartlead(customer.id, access, accounts, 'update-outbound', {
        kind: 'settings',
        settings: {
          outbound: {
            dailyLimit: settings.messagePerDay,
            sendingGapMinutes: settings.minTimeToWaitInMins,
          },
        },
      }),
    )

    bind(api.updateSmartleadTags, ({ customer, body: { access, accounts, tags } }) =>
      startSmartlead(customer.id, access, accounts, 'update-tags', { kind: 'tags', tags }),
    )

    bind(api.updateSmartleadSignature, async ({ customer, body: { access, accounts, signature } }) =>
      startSmartlead(customer.id, access, accounts, 'update-signature', {
        kind: 'signatures',
        signatures: await safeSignatures(customer.id, [signature]),
      }),
    )

    bind(api.previewSignature, async ({ body: { signature } }) => {
      const { html, isEmpty, removed } = await preview(signature)
      return { html: isEmpty ? '' : html, removed }
    })

    bind(getJob, ({ customer, params }) => readBulkJob(db, customer.id, params.jobId))

    bind(api.listBulkJobs, async ({ customer, query }) => ({
      jobs: await recentBulkJobs(db, customer.id, query.tool),
    }))

    bind(api.cancelBulkJob, async ({ customer, params: { jobId } }) => {
      const job = await findBulkJob(db, customer.id, jobId)
      // Forwarding is what the customer wants by now; it is changed again, not cancelled.
      if (job.tool !== 'forwarding') await db.transaction((tx) => endBulkJob(tx, jobId, 'cancelled'))
      return readBulkJob(db, customer.id, jobId)
    })

    bind(api.retryBulkJob, ({ customer, params, body }) =>
      retryBulkJob(deps, customer.id, params.jobId, body),
    )
  }
}

const isGiven = (values: object): boolean => Object.values(values).some((value) => value !== undefined)

function instantlySettings(settings: Partial<InstantlySettings>): BulkSettings {
  const warmup = {
    limit: settings.warmupLimit,
    increment: settings.warmupIncrement,
    replyRatePercent: settings.replyRate,
  }
  const outbound = { dailyLimit: settings.dailyLimit, sendingGapMinutes: settings.sendingGap }
  return { ...(isGiven(warmup) && { warmup }), ...(isGiven(outbound) && { outbound }) }
}

/** Each different signature once; of an account that is named twice the last counts. */
function groupSignatures(updates: readonly { email: string; signature: string }[]): {
  different: string[]
  accounts: ChangedAccount[]
} {
  const typed = new Map(updates.map(({ email, signature }) => [email, signature]))
  const different = [...new Set(typed.values())]
  const index = new Map(different.map((signature, at) => [signature, at]))
  return {
    different,
    accounts: [...typed].map(([id, signature]) => ({ id, signature: index.get(signature) ?? 0 })),
  }
}

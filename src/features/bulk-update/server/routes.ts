import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../api/bulk-update.ts'
import { getJob } from '../api/jobs.ts'
import * as lists from '../api/loaded-lists.ts'
import { checkBulkJob } from './check-bulk-job.ts'
import type { CleanSignatures } from './clean-signatures.ts'
import { createCleanSignatures } from './clean-signatures.ts'
import { cancelBulkJob } from './end-bulk-job.ts'
import { cancelList } from './end-list.ts'
import { instantlyRoutes } from './instantly-routes.ts'
import { listTags } from './list-tags.ts'
import { loadList } from './load-list.ts'
import { findBulkJob, readBulkJob, recentBulkJobs, watchBulkJob } from './read-bulk-job.ts'
import { readBulkResults } from './read-bulk-results.ts'
import { readListed, recentLists, watchList } from './read-list.ts'
import { retryBulkJob } from './retry-bulk-job.ts'
import { smartleadRoutes } from './smartlead-routes.ts'
import { planUndo, undoBulkJob } from './undo-bulk-job.ts'

/** The two bulk-update tools, and the jobs they start. */
export function bulkUpdateRoutes(deps: Dependencies): Routes {
  const signatures = createCleanSignatures(deps)
  const parts = [
    instantlyRoutes(deps, signatures),
    smartleadRoutes(deps, signatures),
    signatureRoutes(signatures),
    listRoutes(deps),
    jobRoutes(deps),
  ]
  return (bind) => {
    for (const part of parts) part(bind)
  }
}

const signatureRoutes =
  ({ preview }: CleanSignatures): Routes =>
  (bind) => {
    bind(api.previewSignature, ({ body: { signature } }) => preview(signature))
  }

const listRoutes =
  (deps: Dependencies): Routes =>
  (bind) => {
    const { db } = deps
    bind(lists.loadList, ({ customer, body: { tool, domains, narrowing, remember = true, ...given } }) =>
      loadList(deps, customer.id, { tool, domains, narrowing, remember, given }),
    )
    bind(lists.readAccountTags, ({ customer, body: { tool, ...given } }) =>
      listTags(deps, customer.id, tool, given),
    )
    bind(lists.recentLists, async ({ customer, query }) => ({
      lists: await recentLists(db, customer.id, query.tool),
    }))
    bind(lists.watchList, ({ customer, params }) => watchList(db, customer.id, params.fetchId))
    bind(lists.cancelList, ({ customer, params }) => cancelList(db, customer.id, params.fetchId))
    bind(lists.readListed, ({ customer, params, query }) =>
      readListed(db, customer.id, params.fetchId, query.from),
    )
  }

const jobRoutes =
  (deps: Dependencies): Routes =>
  (bind) => {
    const { db } = deps
    bind(getJob, ({ customer, params }) => watchBulkJob(db, customer.id, params.jobId))
    bind(api.listBulkJobs, async ({ customer, query }) => ({
      jobs: await recentBulkJobs(db, customer.id, [query.tool], query.within),
    }))
    bind(api.cancelBulkJob, async ({ customer, params: { jobId } }) => {
      const job = await findBulkJob(db, customer.id, jobId)
      // Forwarding is what the customer wants by now; it is changed again, not cancelled.
      if (job.tool !== 'forwarding') await cancelBulkJob(deps, jobId)
      return readBulkJob(db, customer.id, jobId)
    })
    bind(api.retryBulkJob, ({ customer, params, body }) =>
      retryBulkJob(deps, customer.id, params.jobId, body),
    )
    bind(api.checkBulkJob, ({ customer, params, body }) =>
      checkBulkJob(deps, customer.id, params.jobId, body),
    )
    bind(api.readBulkResults, ({ customer, params, query }) =>
      readBulkResults(db, customer.id, params.jobId, query.from ?? 0),
    )
    bind(api.planUndo, ({ customer, params }) => planUndo(deps, customer.id, params.jobId))
    bind(api.undoBulkJob, ({ customer, params, body }) => undoBulkJob(deps, customer.id, params.jobId, body))
  }

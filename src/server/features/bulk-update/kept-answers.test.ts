import { expect, test } from 'vitest'
import {
  instantly,
  instantlyCredentials,
  listBulkJobs,
  planUndo,
  previewSignature,
  readBulkResults,
  smartleadAccounts,
  smartleadToken,
} from '#shared/api/bulk-update.ts'
import { addInstantlySenders } from '../../testing/instantly-senders.ts'
import { keepAnswer } from '../../testing/keep-answer.ts'
import { addSmartleadSenders } from '../../testing/smartlead-senders.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const api_key = 'kept-answers-key-0123456789abcdef'
const domains = ['first.example', 'second.example']
const emails = domains.flatMap((domain) => ['ada', 'ben'].map((name) => `${name}@${domain}`))
await addInstantlySenders(sandbox, api_key, emails)
await addSmartleadSenders(sandbox, api_key, emails)

test('an update of Instantly, from the search to what can be taken back of it, is what its pages show', async () => {
  const ada = await world.customer()
  const found = await ada.post(instantly.path, {
    operation: 'fetch-accounts',
    api_key,
    domain_search: domains.join(', '),
  })
  const { accounts, fetchId } = await keepAnswer(instantly, 'instantly-search', found.body)
  expect(accounts?.map(({ email }) => email)).toEqual(emails)
  const { body: kept } = await ada.get(instantlyCredentials.path)
  await keepAnswer(instantlyCredentials, 'instantly-credentials', kept, {
    [kept.credentials.api_key]: '[stored ****cdef marker]',
  })

  const started = await ada.post(instantly.path, {
    operation: 'update-accounts',
    api_key,
    fetchId,
    matched_emails: emails.map((email) => ({ email })),
    daily_limit: 33,
    sending_gap: 25,
  })
  const { jobId = '' } = await keepAnswer(instantly, 'instantly-started', started.body)
  await createBulkJobRunner(deps).run(jobId)
  const { body: past } = await ada.get(`${listBulkJobs.path}?tool=instantly&within=month`)
  const { jobs } = await keepAnswer(listBulkJobs, 'bulk-jobs', past)
  expect(jobs).toMatchObject([{ jobId, status: 'done', confirmed: 4 }])
  const { body: results } = await ada.get(`/api/jobs/${jobId}/accounts`)
  expect(await keepAnswer(readBulkResults, 'bulk-results', results)).toMatchObject({ tool: 'instantly' })
  const { body: plan } = await ada.get(`/api/jobs/${jobId}/undo`)
  expect(await keepAnswer(planUndo, 'bulk-undo', plan)).toMatchObject({ accounts: 4 })

  const signature = '<b onclick="x()">Jane</b><script>alert(1)</script>'
  const { body: shown } = await ada.post(previewSignature.path, { signature })
  const { removed } = await keepAnswer(previewSignature, 'signature-preview', shown)
  expect(removed).toEqual(['onclick on <b>', '<script>'])
})

test('a search of Smartlead is what its pages begin with', async () => {
  const ada = await world.customer()
  const found = await ada.post(smartleadAccounts.path, { api_key, domains })
  const { accounts } = await keepAnswer(smartleadAccounts, 'smartlead-search', found.body)
  expect(accounts.map(({ from_email }) => from_email)).toEqual(emails)
  const { body: kept } = await ada.get(smartleadToken.path)
  await keepAnswer(smartleadToken, 'smartlead-token', kept, { [kept.api_key]: '[stored ****cdef marker]' })
})

import { expect, test } from 'vitest'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { addSmartleadSenders } from '#tests/server/smartlead-senders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import {
  instantly,
  instantlyCredentials,
  listBulkJobs,
  planUndo,
  previewSignature,
  readBulkResults,
  smartleadToken,
} from '../api/bulk-update.ts'
import { loadList, readAccountTags, readListed, watchList } from '../api/loaded-lists.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'
import { runList } from './run-list.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const api_key = 'kept-answers-key-0123456789abcdef'
const domains = ['first.example', 'second.example']
const emails = domains.flatMap((domain) => ['ada', 'ben'].map((name) => `${name}@${domain}`))
// The second domain's later than the first's, whatever the clock: the tool lists them in this order.
await addInstantlySenders(sandbox, api_key, emails.slice(0, 2))
await sandbox.advance(1)
await addInstantlySenders(sandbox, api_key, emails.slice(2))
await addSmartleadSenders(sandbox, api_key, emails)

test('an update of Instantly, from the search to what can be taken back of it, is what its pages show', async () => {
  const ada = await world.customer()
  const list = await ada.post(loadList.path, { tool: 'instantly', api_key, domains: domains.join(', ') })
  await keepAnswer(loadList, 'instantly-loading', list.body)
  const { fetchId } = list.body
  await runList(deps, fetchId)
  const { body: loaded } = await ada.get(`${loadList.path}/${fetchId}`)
  expect(await keepAnswer(watchList, 'instantly-list', loaded)).toMatchObject({ found: 4 })
  const { body: listed } = await ada.get(`${loadList.path}/${fetchId}/accounts?from=0`)
  const { instantly: accounts } = await keepAnswer(readListed, 'instantly-listed', listed)
  expect(accounts?.map(({ email }) => email)).toEqual(emails)
  const { body: kept } = await ada.get(instantlyCredentials.path)
  await keepAnswer(instantlyCredentials, 'instantly-credentials', kept, {
    [kept.credentials.api_key]: '[stored ****cdef marker]',
  })

  for (const label of ['spring', 'autumn'])
    await sandbox.fetch(
      new Request('http://sandbox/instantly/api/v2/custom-tags', {
        method: 'POST',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ label }),
      }),
    )
  const { body: tags } = await ada.post(readAccountTags.path, { tool: 'instantly', api_key })
  const [spring, autumn] = tags.tags
  await keepAnswer(readAccountTags, 'instantly-tags', tags, {
    [spring.id]: 'spring-id',
    [autumn.id]: 'autumn-id',
  })

  const started = await ada.post(instantly.path, {
    operation: 'update-accounts',
    api_key,
    fetchId,
    leftOut: '',
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
  const list = await ada.post(loadList.path, { tool: 'smartlead', api_key, domains: domains.join(', ') })
  const { fetchId } = list.body
  await runList(deps, fetchId)
  const { body: loaded } = await ada.get(`${loadList.path}/${fetchId}`)
  expect(await keepAnswer(watchList, 'smartlead-list', loaded)).toMatchObject({ found: 4 })
  const { body: listed } = await ada.get(`${loadList.path}/${fetchId}/accounts?from=0`)
  const { smartlead: accounts } = await keepAnswer(readListed, 'smartlead-listed', listed)
  expect(accounts?.map(({ from_email }) => from_email)).toEqual(emails)
  const { body: kept } = await ada.get(smartleadToken.path)
  await keepAnswer(smartleadToken, 'smartlead-token', kept, { [kept.api_key]: '[stored ****cdef marker]' })
})

import { expect } from 'vitest'
import { page } from 'vitest/browser'
import {
  instantly,
  instantlyCredentials,
  listBulkJobs,
  planUndo,
  previewSignature,
  readBulkResults,
  smartleadToken,
} from '#features/bulk-update/api/bulk-update.ts'
import { getJob } from '#features/bulk-update/api/jobs.ts'
import { loadList, readListed, recentLists, watchList } from '#features/bulk-update/api/loaded-lists.ts'
import { splitDomains } from '#features/bulk-update/rules/account-lists.ts'
import type { BulkJobProgress } from '#features/bulk-update/rules/bulk-job.ts'
import type { LoadedList } from '#features/bulk-update/rules/loaded-list.ts'
import { kept } from './kept-answers.ts'
import { network } from './network.ts'
import { openPage } from './open-page.tsx'

export const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
export const question = page.getByRole('alertdialog')
export const whatWillChange = page.getByRole('region', { name: 'What will change' })
export const past = page.getByRole('region', { name: 'Past updates' }).getByRole('listitem')

/** The update of four accounts that has ended, with changes. */
export function bulkJob(changes: Partial<BulkJobProgress> = {}): BulkJobProgress {
  const [job] = kept(listBulkJobs, 'bulk-jobs').jobs
  if (!job) throw new Error('No update is kept.')
  return { ...job, ...changes }
}
export const runningJob = (changes: Partial<BulkJobProgress> = {}) =>
  bulkJob({ status: 'running', phase: 'changing', finished: 1, confirmed: 0, canUndo: false, ...changes })

/** What was done before: of these updates the pages may ask everything. */
export function answerJobs(...jobs: BulkJobProgress[]): void {
  network.answer(listBulkJobs, { jobs })
  network.answer(getJob, ({ params }) => jobs.find(({ jobId }) => jobId === params.jobId) ?? bulkJob())
  network.answer(readBulkResults, { ...kept(readBulkResults, 'bulk-results'), job: jobs[0] ?? bulkJob() })
  network.answer(planUndo, kept(planUndo, 'bulk-undo'))
}

/** The accounts that are loaded: they have two names. */
export function instantlyListed() {
  const { instantly: accounts = [] } = kept(readListed, 'instantly-listed')
  return accounts.map((account) => ({
    ...account,
    payload: {
      ...account.payload,
      name: { first: account.email.startsWith('ada') ? 'Ada' : 'Ben', last: 'Byron' },
    },
  }))
}
/** With a cookie the tool does not show what it has. */
const unseen = () => instantlyListed().map(({ current: _, ...account }) => account)

/** Loads at once what a page asks for; nothing was loaded before. */
export function answerLists(tool: 'instantly' | 'smartlead', loaded?: Partial<LoadedList>): void {
  const list: LoadedList = { ...kept(watchList, `${tool}-list`), ...loaded }
  let isSeen = true
  network.answer(recentLists, { lists: [] })
  network.answer(loadList, ({ body }) => {
    isSeen = body.api_key !== undefined
    return { ...list, domains: splitDomains(body.domains), ...loaded }
  })
  network.answer(watchList, list)
  network.answer(readListed, () =>
    tool === 'instantly'
      ? { instantly: isSeen ? instantlyListed() : unseen() }
      : kept(readListed, 'smartlead-listed'),
  )
}

export function openInstantly(search = '?domains=first.example,second.example'): void {
  openPage(`/instantly-bulk-update${search}`)
  network.answer(instantlyCredentials, { success: true, credentials: null })
  network.answer(previewSignature, ({ body }) => ({ html: body.signature, removed: [] }))
  answerJobs()
  answerLists('instantly')
  network.answer(instantly, kept(instantly, 'instantly-started'))
}

export const instantlyFields = {
  cookie: page.getByLabelText('Cookie'),
  orgAuth: page.getByLabelText('X-Org Auth'),
  apiKey: page.getByLabelText('API key'),
  domains: page.getByLabelText('Domains to search'),
}

/** Finds the four accounts, with the key. */
export async function findInInstantly(): Promise<void> {
  await instantlyFields.apiKey.fill('a-key')
  await press('Fetch Accounts')
  await expect.element(page.getByRole('heading', { level: 3, name: /^4 Accounts Found/ })).toBeVisible()
}

/** Opens the settings of the four accounts, with the key. */
export async function openInstantlySettings(): Promise<void> {
  openInstantly()
  await findInInstantly()
  await press('This looks right')
  await expect.element(page.getByLabelText('Daily limit')).toBeVisible()
}

/** Answers what the page of Smartlead asks for. */
export function answerSmartlead(): void {
  network.answer(smartleadToken, { success: true, token: null })
  network.answer(previewSignature, ({ body }) => ({ html: body.signature, removed: [] }))
  answerJobs()
  answerLists('smartlead')
}

export function openSmartlead(search = '?domains=first.example'): void {
  openPage(`/smartlead-bulk-update${search}`)
  answerSmartlead()
}

/** Opens the settings of the four accounts, by one of the two ways in. */
export async function openSmartleadSettings(access: 'API key' | 'JWT token'): Promise<void> {
  openSmartlead()
  await page.getByLabelText(access).fill('a-secret')
  for (const step of ['Fetch Accounts', 'Fetch & Analyze Accounts', 'This looks right']) await press(step)
  await expect.element(page.getByLabelText('Signature text')).toBeVisible()
}

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { forgetInstantlyCredentials, instantly, instantlyCredentials } from '#shared/api/bulk-update.ts'
import { domainDistribution, splitDomains } from '#shared/bulk-update/account-lists.ts'
import {
  checkCookie,
  checkInstantlyApiKey,
  checkOrgAuth,
  type InstantlyAccess,
  type InstantlyAccount,
  type InstantlyForm,
  instantlyMessages,
} from '#shared/bulk-update/instantly.ts'
import { instantlyCredentials as credentialsOf } from '#shared/bulk-update/instantly-calls.ts'
import { countOf } from '#shared/text/count-of.ts'
import { call } from '../../api.ts'
import { useUser } from '../../app-shell/session.ts'
import { queryClient } from '../../query-client.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { Alert } from '../../ui/alert.tsx'
import { toast } from '../../ui/toast.ts'
import { BulkUpdateFrame } from './bulk-update-frame.tsx'
import { InstantlyAccounts } from './instantly-accounts.tsx'
import { InstantlyAuthStep } from './instantly-auth-step.tsx'
import { KeptNote } from './kept-note.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { SuccessScreen } from './success-screen.tsx'
import { useWizardSteps } from './use-wizard-steps.ts'

/** Never cached: credentials stay no longer in memory than the page needs them. */
const keptQuery = queryOptions({
  queryKey: ['instantly-credentials'],
  queryFn: ({ signal }) => call(instantlyCredentials, { signal }),
  gcTime: 0,
  refetchOnWindowFocus: false,
  meta: { quiet: true },
})

/** What the form's credentials come down to; only asked once they were checked. */
function accessOf(form: InstantlyForm): InstantlyAccess {
  const value = (outcome: ReturnType<typeof checkCookie>) => (outcome.ok ? outcome.value : '')
  return form.access === 'apiKey'
    ? { kind: 'apiKey', apiKey: value(checkInstantlyApiKey(form.apiKey)) }
    : { kind: 'browser', cookie: value(checkCookie(form.cookie)), orgAuth: value(checkOrgAuth(form.orgAuth)) }
}

/** What the search said is worth a line when a domain has no accounts. */
const noteOn = (domains: string, accounts: readonly InstantlyAccount[], message: string) =>
  domainDistribution(accounts.map(({ email }) => email)).length < splitDomains(domains).length
    ? message
    : undefined

const successStep = 4

/** Settings for every inbox in Instantly. */
export function InstantlyBulkUpdatePage() {
  const user = useUser()
  const [search] = useSearchParams()
  const steps = useWizardSteps()
  const kept = useQuery(keptQuery)
  const [isKeptUsed, setKeptUsed] = useState(false)
  const [remember, setRemember] = useState(true)
  const [form, setForm] = useState<InstantlyForm>({
    access: 'browser',
    cookie: '',
    orgAuth: '',
    apiKey: '',
    domains: search.get('domains') ?? '',
    email: user.email,
  })
  // Filled in once, as long as nothing was typed.
  const isEmpty = !form.cookie && !form.orgAuth && !form.apiKey
  if (kept.data?.credentials && !isKeptUsed) {
    setKeptUsed(true)
    const { cookie, org_auth: orgAuth, api_key: apiKey = '' } = kept.data.credentials
    if (isEmpty) setForm({ ...form, access: apiKey ? 'apiKey' : 'browser', cookie, orgAuth, apiKey })
  }
  const forget = useMutation({
    mutationFn: () => call(forgetInstantlyCredentials),
    onSuccess: () => {
      queryClient.setQueryData(keptQuery.queryKey, { success: true, credentials: null })
      setForm({ ...form, cookie: '', orgAuth: '', apiKey: '' })
      toast.success('Your stored credentials were deleted.')
    },
  })

  const [found, setFound] = useState<{
    accounts: InstantlyAccount[]
    access: InstantlyAccess
    note: string | undefined
  }>()
  const fetching = useMutation({
    mutationFn: async (access: InstantlyAccess) => {
      const answer = await call(instantly, {
        body: {
          operation: 'fetch-accounts',
          ...credentialsOf(access),
          domain_search: form.domains,
          userEmail: form.email,
          remember,
        },
      })
      return { ...answer, access }
    },
    meta: { quiet: true },
    onSuccess: ({ success, accounts = [], message, access }) => {
      if (!success) return toast.error(message || instantlyMessages.fetchRefused)
      setFound({ accounts, access, note: noteOn(form.domains, accounts, message) })
      steps.complete(0)
    },
    onError: () => toast.error(instantlyMessages.fetchFailed),
  })
  const refusal = fetching.isError
    ? instantlyMessages.fetchFailed
    : fetching.data?.success === false
      ? fetching.data.message || instantlyMessages.fetchRefused
      : undefined

  const credentials = found
    ? credentialsOf(found.access)
    : Object.fromEntries(Object.entries(credentialsOf(accessOf(form))).filter(([, value]) => value))

  if (steps.current === successStep)
    return (
      <BulkUpdateFrame>
        <SuccessScreen title="Instantly Bulk Update" onAgain={() => window.location.reload()}>
          Your updates have reached Instantly, and the {countOf(found?.accounts.length ?? 0, 'account')} were
          read back. Please look at an inbox or two there as well.
        </SuccessScreen>
      </BulkUpdateFrame>
    )
  return (
    <BulkUpdateFrame
      title="Update your Instantly inboxes"
      intro="Set warmup, sending limits and signatures of all your Instantly inboxes at once. This is a free courtesy tool."
    >
      <RecentJobs tool="instantly" credentials={credentials} />
      <div ref={steps.sections} className="[&_h2>button]:scroll-mt-32">
        <Accordion value={steps.open} onValueChange={steps.toggle}>
          <AccordionSection
            {...steps.section(0, '')}
            title="Authentication"
            summary={countOf(splitDomains(form.domains).length, 'domain')}
          >
            {kept.isError && (
              <Alert tone="warning" className="mb-4">
                {instantlyMessages.prefillFailed}
              </Alert>
            )}
            {kept.data?.credentials && isKeptUsed && (
              <KeptNote
                text={instantlyMessages.prefilled}
                expiresAt={kept.data.expiresAt}
                onForget={() => forget.mutate()}
              />
            )}
            <InstantlyAuthStep
              form={form}
              onChange={setForm}
              remember={remember}
              onRememberChange={setRemember}
              isFetching={fetching.isPending}
              onFetch={() => fetching.mutate(accessOf(form))}
              refusal={refusal}
            />
          </AccordionSection>
          <InstantlyAccounts
            key={fetching.submittedAt}
            steps={steps}
            accounts={found?.accounts ?? []}
            note={found?.note}
            access={found?.access ?? accessOf(form)}
            userEmail={form.email}
          />
        </Accordion>
      </div>
    </BulkUpdateFrame>
  )
}
export { InstantlyBulkUpdatePage as Component }

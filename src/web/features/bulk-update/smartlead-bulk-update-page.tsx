import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { forgetSmartleadToken, smartleadAccounts, smartleadToken } from '#shared/api/bulk-update.ts'
import { domainDistribution, splitDomains } from '#shared/bulk-update/account-lists.ts'
import {
  checkSmartleadForm,
  checkSmartleadToken,
  type SmartleadAccount,
  type SmartleadForm,
  smartleadMessages,
} from '#shared/bulk-update/smartlead.ts'
import { countOf } from '#shared/text/count-of.ts'
import { call } from '../../api.ts'
import { useUser } from '../../app-shell/session.ts'
import { queryClient } from '../../query-client.ts'
import { Accordion, AccordionSection } from '../../ui/accordion.tsx'
import { Alert } from '../../ui/alert.tsx'
import { toast } from '../../ui/toast.ts'
import { BulkUpdateFrame } from './bulk-update-frame.tsx'
import { KeptNote } from './kept-note.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { SmartleadAuthStep } from './smartlead-auth-step.tsx'
import { SmartleadConfirmStep } from './smartlead-confirm-step.tsx'
import { SmartleadDomainsStep } from './smartlead-domains-step.tsx'
import { SmartleadSettingsStep } from './smartlead-settings-step.tsx'
import { SuccessScreen } from './success-screen.tsx'
import { useWizardSteps } from './use-wizard-steps.ts'

const keptQuery = queryOptions({
  queryKey: ['smartlead-token'],
  queryFn: ({ signal }) => call(smartleadToken, { signal }),
  gcTime: 0,
  refetchOnWindowFocus: false,
  meta: { quiet: true },
})

/** What the search said is worth a line when a domain has no accounts. */
const noteOn = (domains: readonly string[], accounts: readonly SmartleadAccount[], message: string) =>
  domainDistribution(accounts.map(({ from_email }) => from_email)).length < domains.length &&
  accounts.length > 0
    ? message
    : undefined

const successStep = 4

/** Settings for every inbox in Smartlead. */
export function SmartleadBulkUpdatePage() {
  const { email: userEmail } = useUser()
  const [search] = useSearchParams()
  const steps = useWizardSteps()
  const kept = useQuery(keptQuery)
  const [isKeptUsed, setKeptUsed] = useState(false)
  const [remember, setRemember] = useState(true)
  const [form, setForm] = useState<SmartleadForm>({
    access: 'browser',
    token: '',
    domains: search.get('domains') ?? '',
  })
  const keptSecret = kept.data?.token ?? kept.data?.api_key
  if (keptSecret && !isKeptUsed) {
    setKeptUsed(true)
    // Filled in once, as long as nothing was typed.
    if (!form.token) setForm({ ...form, access: kept.data?.token ? 'browser' : 'apiKey', token: keptSecret })
  }
  const forget = useMutation({
    mutationFn: () => call(forgetSmartleadToken),
    onSuccess: () => {
      queryClient.setQueryData(keptQuery.queryKey, { success: true, token: null })
      setForm({ ...form, token: '' })
      toast.success('Your stored credentials were deleted.')
    },
  })

  const [found, setFound] = useState<{
    accounts: SmartleadAccount[]
    total: number
    note: string | undefined
  }>()
  const checkedToken = checkSmartleadToken(form.token, form.access)
  const secret = checkedToken.ok ? checkedToken.value : ''
  const credentials = form.access === 'apiKey' ? { api_key: secret } : { token: secret }
  const domains = splitDomains(form.domains)

  const fetching = useMutation({
    mutationFn: () => call(smartleadAccounts, { body: { ...credentials, domains, userEmail, remember } }),
    meta: { quiet: true },
    onError: (error) => toast.error(error.message),
  })
  /** Used by step 1, and again by step 2 when the domains were changed there. */
  const fetchThen = (step: number) => {
    const checked = checkSmartleadForm(form)
    if (!checked.ok)
      return checked.problem.code === 'missing'
        ? toast.error(smartleadMessages.missingTitle, { description: checked.problem.message })
        : toast.error(checked.problem.message)
    fetching.mutate(undefined, {
      onSuccess: ({ success, accounts, total, message }) => {
        if (!success) return toast.error(message || smartleadMessages.fetchRefused)
        setFound({ accounts, total, note: noteOn(domains, accounts, message) })
        steps.complete(step)
      },
    })
  }
  const refusal =
    fetching.data?.success === false ? fetching.data.message || smartleadMessages.fetchRefused : undefined
  const accountIds = found?.accounts.map(({ id }) => id) ?? []

  if (steps.current === successStep)
    return (
      <BulkUpdateFrame>
        <SuccessScreen title="Smartlead has been bulk updated" onAgain={() => window.location.reload()}>
          {countOf(accountIds.length, 'account')} were worked on. Please check the inboxes in Smartlead: its
          results are not guaranteed.
        </SuccessScreen>
      </BulkUpdateFrame>
    )
  return (
    <BulkUpdateFrame
      title="Update your Smartlead inboxes"
      intro="This is a courtesy tool. With a JWT token it uses Smartlead's undocumented APIs, so results are not guaranteed: please check your inboxes in Smartlead after an update."
    >
      <RecentJobs tool="smartlead" credentials={secret ? credentials : {}} />
      <div ref={steps.sections} className="[&_h2>button]:scroll-mt-32">
        <Accordion value={steps.open} onValueChange={steps.toggle}>
          <AccordionSection
            {...steps.section(0, '')}
            title="Authentication"
            summary={form.access === 'apiKey' ? 'With an API key' : 'With a JWT token'}
          >
            {kept.isError && (
              <Alert tone="warning" className="mb-4">
                {smartleadMessages.prefillFailed}
              </Alert>
            )}
            {keptSecret && (
              <KeptNote
                text="Your Smartlead credentials were filled in. They are shown masked and expire, so enter new ones if fetching fails."
                expiresAt={kept.data?.expiresAt}
                onForget={() => forget.mutate()}
              />
            )}
            <SmartleadAuthStep
              form={form}
              onChange={setForm}
              remember={remember}
              onRememberChange={setRemember}
              isFetching={fetching.isPending}
              onFetch={() => fetchThen(0)}
              refusal={refusal}
            />
          </AccordionSection>
          <AccordionSection
            {...steps.section(1, 'Fetch your accounts first.')}
            title="Updating Domains"
            summary={countOf(domains.length, 'domain')}
          >
            <SmartleadDomainsStep
              domains={form.domains}
              onChange={(text) => setForm({ ...form, domains: text })}
              total={found?.total ?? 0}
              isFetching={fetching.isPending}
              onFetch={() => fetchThen(1)}
              onBack={() => steps.back(1)}
            />
          </AccordionSection>
          <AccordionSection
            {...steps.section(2, 'Fetch and analyze the accounts first.')}
            title="Confirm Domain Details"
            summary={countOf(accountIds.length, 'account')}
          >
            <SmartleadConfirmStep
              accounts={found?.accounts ?? []}
              note={found?.note}
              onBack={() => steps.back(2)}
              onConfirm={() => steps.complete(2)}
            />
          </AccordionSection>
          <AccordionSection
            {...steps.section(3, 'Confirm the domain details first.')}
            title="Configure Settings"
          >
            <SmartleadSettingsStep
              key={`${fetching.submittedAt} ${form.access}`}
              access={form.access}
              credentials={credentials}
              secret={secret}
              accountIds={accountIds}
              userEmail={userEmail}
              onBack={() => steps.back(3)}
              onContinue={() => steps.complete(3)}
            />
          </AccordionSection>
        </Accordion>
      </div>
    </BulkUpdateFrame>
  )
}
export { SmartleadBulkUpdatePage as Component }

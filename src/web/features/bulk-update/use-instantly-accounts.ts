import { useMutation } from '@tanstack/react-query'
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
import { call } from '../../api.ts'
import { useUser } from '../../app-shell/use-user.ts'
import { toast } from '../../ui/toast.ts'
import { useKeptCredentials } from './use-kept-credentials.ts'

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

interface Found {
  accounts: readonly InstantlyAccount[]
  access: InstantlyAccess
  note: string | undefined
}

/** The form of step 1, and the accounts that it finds. */
export function useInstantlyAccounts(onFound: () => void) {
  const user = useUser()
  const [search] = useSearchParams()
  const [remember, setRemember] = useState(true)
  const [form, setForm] = useState<InstantlyForm>({
    access: 'browser',
    cookie: '',
    orgAuth: '',
    apiKey: '',
    domains: search.get('domains') ?? '',
    email: user.email,
  })
  const kept = useKeptCredentials({
    queryKey: ['instantly-credentials'],
    read: (signal: AbortSignal) => call(instantlyCredentials, { signal }),
    isKept: ({ credentials }) => Boolean(credentials),
    onKept: ({ credentials }) => {
      // As long as nothing was typed.
      if (!credentials || form.cookie || form.orgAuth || form.apiKey) return
      const { cookie, org_auth: orgAuth, api_key: apiKey = '' } = credentials
      setForm({ ...form, access: apiKey ? 'apiKey' : 'browser', cookie, orgAuth, apiKey })
    },
    forget: () => call(forgetInstantlyCredentials),
    nothing: { success: true, credentials: null },
    onForgotten: () => setForm({ ...form, cookie: '', orgAuth: '', apiKey: '' }),
  })

  const [found, setFound] = useState<Found>()
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
      onFound()
    },
    onError: () => toast.error(instantlyMessages.fetchFailed),
  })
  const refused =
    fetching.data?.success === false ? fetching.data.message || instantlyMessages.fetchRefused : undefined
  return {
    /** What step 1 takes. */
    auth: {
      form,
      onChange: setForm,
      remember,
      onRememberChange: setRemember,
      isFetching: fetching.isPending,
      onFetch: () => fetching.mutate(accessOf(form)),
      refusal: fetching.isError ? instantlyMessages.fetchFailed : refused,
    },
    kept,
    accounts: found?.accounts ?? [],
    note: found?.note,
    access: found?.access ?? accessOf(form),
    /** Those of the search; before one, whatever of the form's is complete. */
    credentials: found
      ? credentialsOf(found.access)
      : Object.fromEntries(Object.entries(credentialsOf(accessOf(form))).filter(([, value]) => value)),
    /** Another for each search: what was entered for the accounts of one is over with the next. */
    searchKey: fetching.submittedAt,
  }
}

import { useMutation } from '@tanstack/react-query'
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
import { call } from '../../api.ts'
import { useUser } from '../../app-shell/use-user.ts'
import { toast } from '../../ui/toast.ts'
import { useKeptCredentials } from './use-kept-credentials.ts'

interface Found {
  accounts: readonly SmartleadAccount[]
  total: number
  note: string | undefined
}

/** What the search said is worth a line when a domain has no accounts. */
const noteOn = (domains: readonly string[], accounts: readonly SmartleadAccount[], message: string) =>
  domainDistribution(accounts.map(({ from_email }) => from_email)).length < domains.length &&
  accounts.length > 0
    ? message
    : undefined

/** The form of step 1, and the accounts that it finds; `onFound` is told the step that asked for them. */
export function useSmartleadAccounts(onFound: (step: number) => void) {
  const { email: userEmail } = useUser()
  const [search] = useSearchParams()
  const [remember, setRemember] = useState(true)
  const [form, setForm] = useState<SmartleadForm>({
    access: 'browser',
    token: '',
    domains: search.get('domains') ?? '',
  })
  const kept = useKeptCredentials({
    queryKey: ['smartlead-token'],
    read: (signal: AbortSignal) => call(smartleadToken, { signal }),
    isKept: ({ token, api_key }) => Boolean(token ?? api_key),
    onKept: ({ token, api_key }) => {
      // As long as nothing was typed.
      if (form.token) return
      setForm({ ...form, access: token ? 'browser' : 'apiKey', token: token ?? api_key ?? '' })
    },
    forget: () => call(forgetSmartleadToken),
    nothing: { success: true, token: null },
    onForgotten: () => setForm({ ...form, token: '' }),
  })

  const [found, setFound] = useState<Found>({ accounts: [], total: 0, note: undefined })
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
  const fetchFor = (step: number) => {
    const checked = checkSmartleadForm(form)
    if (!checked.ok)
      return checked.problem.code === 'missing'
        ? toast.error(smartleadMessages.missingTitle, { description: checked.problem.message })
        : toast.error(checked.problem.message)
    fetching.mutate(undefined, {
      onSuccess: ({ success, accounts, total, message }) => {
        if (!success) return toast.error(message || smartleadMessages.fetchRefused)
        setFound({ accounts, total, note: noteOn(domains, accounts, message) })
        onFound(step)
      },
    })
  }
  return {
    /** What step 1 takes. */
    auth: {
      form,
      onChange: setForm,
      remember,
      onRememberChange: setRemember,
      isFetching: fetching.isPending,
      onFetch: () => void fetchFor(0),
      refusal:
        fetching.data?.success === false
          ? fetching.data.message || smartleadMessages.fetchRefused
          : undefined,
    },
    kept,
    found,
    domains,
    fetchFor,
    /** Another for each search: what was entered for the accounts of one is over with the next. */
    searchKey: `${fetching.submittedAt} ${form.access}`,
    /** Whose accounts are changed, and with what. */
    target: {
      access: form.access,
      credentials,
      secret,
      accountIds: found.accounts.map(({ id }) => id),
      accounts: found.accounts,
      userEmail,
    },
  }
}
export type SmartleadAccounts = ReturnType<typeof useSmartleadAccounts>

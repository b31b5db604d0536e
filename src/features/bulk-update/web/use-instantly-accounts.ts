import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keysOf } from '#base/records/keys-of.ts'
import { call, NetworkError } from '#ui/api.ts'
import { failureText, noAnswerNote } from '#ui/frame/failure-text.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { forgetInstantlyCredentials, instantlyCredentials } from '../api/bulk-update.ts'
import { domainDistribution, splitDomains } from '../rules/account-lists.ts'
import {
  checkCookie,
  checkInstantlyApiKey,
  checkOrgAuth,
  type InstantlyAccess,
  type InstantlyAccount,
  type InstantlyForm,
  instantlyMessages,
} from '../rules/instantly.ts'
import { instantlyCredentials as credentialsOf } from '../rules/instantly-calls.ts'
import { type LoadedList, loadedListMessages } from '../rules/loaded-list.ts'
import { type Narrowing, narrowedTo, narrowingFor, notNarrowed, withNarrowing } from '../rules/narrowing.ts'
import type { Pace } from '../rules/pace.ts'
import { useKeptCredentials } from './use-kept-credentials.ts'
import { isStopped, PageLeft, readAccounts, useListLoading } from './use-list-loading.ts'

export const instantlyKeptKey = ['instantly-credentials']

/** What the form's credentials come down to; only asked once they were checked. */
function accessOf(form: InstantlyForm): InstantlyAccess {
  const value = (outcome: ReturnType<typeof checkCookie>) => (outcome.ok ? outcome.value : '')
  return form.access === 'apiKey'
    ? { kind: 'apiKey', apiKey: value(checkInstantlyApiKey(form.apiKey)) }
    : { kind: 'browser', cookie: value(checkCookie(form.cookie)), orgAuth: value(checkOrgAuth(form.orgAuth)) }
}

const hasAccess = (form: InstantlyForm): boolean =>
  form.access === 'apiKey'
    ? checkInstantlyApiKey(form.apiKey).ok
    : checkCookie(form.cookie).ok && checkOrgAuth(form.orgAuth).ok

/** What the search said is worth a line when a domain has no accounts. */
const noteOn = (domains: string, accounts: readonly InstantlyAccount[], message: string) =>
  domainDistribution(accounts.map(({ email }) => email)).length < splitDomains(domains).length
    ? message
    : undefined

interface Found {
  accounts: readonly InstantlyAccount[]
  access: InstantlyAccess
  note: string | undefined
  fetchId: string | undefined
  readAt: string | undefined
  pace: Pace | undefined
}

interface Wanted {
  access: InstantlyAccess
  domains: string
  narrowing: Narrowing
  /** Absent: it is loaded first. */
  loaded?: LoadedList
}

interface Listening {
  onFound: () => void
  /** Credentials or domains were edited: what was found before belongs to others. */
  onEdited: () => void
}

/** What is typed in step 1, with what was kept from last time. */
function useInstantlyForm(onEdited: () => void) {
  const user = useUser()
  const [search] = useSearchParams()
  const [form, setForm] = useState<InstantlyForm>({
    access: 'browser',
    cookie: '',
    orgAuth: '',
    apiKey: '',
    domains: search.get('domains') ?? '',
    narrowing: notNarrowed,
    email: user.email,
  })
  const change = (next: InstantlyForm) => {
    if (keysOf(next).some((key) => key !== 'email' && next[key] !== form[key])) onEdited()
    setForm(next)
  }
  const kept = useKeptCredentials({
    queryKey: instantlyKeptKey,
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
    onForgotten: () => change({ ...form, cookie: '', orgAuth: '', apiKey: '' }),
  })
  return { form, change, kept }
}

/** The form of step 1, and the accounts that it finds. */
export function useInstantlyAccounts({ onFound, onEdited }: Listening) {
  const { form, change, kept } = useInstantlyForm(onEdited)
  const [remember, setRemember] = useState(true)
  const [found, setFound] = useState<Found>()
  const loading = useListLoading()
  const fetching = useAction({
    mutationFn: async ({ access, domains, narrowing, loaded }: Wanted) => {
      const list =
        loaded ??
        (await loading.load({
          tool: 'instantly',
          ...credentialsOf(access),
          domains,
          ...narrowedTo(narrowing),
          remember,
        }))
      return { list, access, domains, accounts: (await readAccounts(list)).instantly }
    },
    meta: { quiet: true },
    onSuccess: ({ list, access, domains, accounts }) => {
      const { status, message = '', fetchId, readAt, pace } = list
      if (status !== 'loaded')
        return isStopped(list) || toast.error(message || instantlyMessages.fetchRefused)
      setFound({
        accounts,
        access,
        note: withNarrowing(list, noteOn(domains, accounts, message)),
        fetchId,
        readAt,
        pace,
      })
      onFound()
    },
    onError: (error) =>
      error instanceof PageLeft || toast.error(instantlyMessages.fetchFailed, noAnswerNote(error)),
  })
  const ended = fetching.data?.list
  const refused =
    ended && ended.status !== 'loaded' && !isStopped(ended)
      ? ended.message || instantlyMessages.fetchRefused
      : undefined
  return {
    /** What step 1 takes. */
    auth: {
      form,
      onChange: change,
      remember,
      onRememberChange: setRemember,
      isFetching: fetching.isPending,
      loading,
      onFetch: () =>
        fetching.mutate({
          access: accessOf(form),
          domains: form.domains,
          narrowing: narrowingFor('instantly', form),
        }),
      refusal:
        fetching.error instanceof NetworkError
          ? failureText(fetching.error)
          : fetching.isError
            ? instantlyMessages.fetchFailed
            : refused,
    },
    kept,
    /** Why a list that was loaded before cannot be gone on with yet. */
    accessProblem: !hasAccess(form) && loadedListMessages.enterCredentials,
    /** Goes on with a list that was loaded before, by what is entered now. */
    continueWith: (loaded: LoadedList) => {
      const domains = loaded.domains.join(', ')
      const { narrowing = notNarrowed } = loaded
      change({ ...form, domains, narrowing })
      fetching.mutate({ access: accessOf(form), domains, narrowing, loaded })
    },
    accounts: found?.accounts ?? [],
    note: found?.note,
    access: found?.access ?? accessOf(form),
    fetchId: found?.fetchId,
    readAt: found?.readAt,
    pace: found?.pace,
    /** Those of the search; before one, whatever of the form's is complete. */
    credentials: found
      ? credentialsOf(found.access)
      : Object.fromEntries(Object.entries(credentialsOf(accessOf(form))).filter(([, value]) => value)),
    /** Another for each search: what was entered for the accounts of one is over with the next. */
    searchKey: fetching.submittedAt,
  }
}
export type InstantlyAccountsFound = ReturnType<typeof useInstantlyAccounts>

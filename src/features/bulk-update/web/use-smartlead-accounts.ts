import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, NetworkError } from '#ui/api.ts'
import { failureText } from '#ui/frame/failure-text.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { report } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { forgetSmartleadToken, smartleadToken } from '../api/bulk-update.ts'
import { domainDistribution, splitDomains } from '../rules/account-lists.ts'
import { type LoadedList, listGoodHours, loadedListMessages } from '../rules/loaded-list.ts'
import { type Narrowing, narrowedTo, narrowingFor, notNarrowed, withNarrowing } from '../rules/narrowing.ts'
import type { Pace } from '../rules/pace.ts'
import {
  checkSmartleadForm,
  checkSmartleadToken,
  type SmartleadAccount,
  type SmartleadForm,
  smartleadMessages,
} from '../rules/smartlead.ts'
import { useKeptCredentials } from './use-kept-credentials.ts'
import { isStopped, PageLeft, readAccounts, useListLoading } from './use-list-loading.ts'

export const smartleadKeptKey = ['smartlead-token']

interface Found {
  accounts: readonly SmartleadAccount[]
  domains: readonly string[]
  narrowing: Narrowing | undefined
  total: number
  note: string | undefined
  fetchId: string | undefined
  readAt: string | undefined
  pace: Pace | undefined
}
const nothingFound: Found = {
  accounts: [],
  domains: [],
  narrowing: undefined,
  total: 0,
  note: undefined,
  fetchId: undefined,
  readAt: undefined,
  pace: undefined,
}

/** What the search said is worth a line when a domain has no accounts. */
const noteOn = (domains: readonly string[], accounts: readonly SmartleadAccount[], message: string) =>
  domainDistribution(accounts.map(({ from_email }) => from_email)).length < domains.length &&
  accounts.length > 0
    ? message
    : undefined

/** Whether the list that was loaded is of these domains, and may still be updated. */
function isOf({ fetchId, readAt, ...found }: Found, domains: readonly string[]): boolean {
  const isGood = readAt !== undefined && Date.now() - Date.parse(readAt) < listGoodHours * 3_600_000
  const wanted = new Set(domains)
  return (
    isGood &&
    fetchId !== undefined &&
    wanted.size === found.domains.length &&
    found.domains.every((domain) => wanted.has(domain))
  )
}

interface Wanted {
  /** The step that asks for them. */
  step: number
  /** Absent: it is loaded first. */
  loaded?: LoadedList
}

interface Listening {
  /** Told the step that asked for the accounts. */
  onFound: (step: number) => void
  /** Credentials or domains were edited in a step: what was found before belongs to others. */
  onEdited: (step: number) => void
}

/** What is typed in step 1, with what was kept from last time. */
function useSmartleadForm(onEdited: (step: number) => void) {
  const [search] = useSearchParams()
  const [form, setForm] = useState<SmartleadForm>({
    access: 'browser',
    token: '',
    domains: search.get('domains') ?? '',
    narrowing: notNarrowed,
  })
  const change = (next: SmartleadForm, step = 0) => {
    const sameDomains = splitDomains(next.domains).join() === splitDomains(form.domains).join()
    if ((['access', 'token', 'narrowing'] as const).some((key) => next[key] !== form[key])) onEdited(0)
    else if (!sameDomains) onEdited(step)
    setForm(next)
  }
  const kept = useKeptCredentials({
    queryKey: smartleadKeptKey,
    read: (signal: AbortSignal) => call(smartleadToken, { signal }),
    isKept: ({ token, api_key }) => Boolean(token ?? api_key),
    onKept: ({ token, api_key }) => {
      // As long as nothing was typed.
      if (form.token) return
      setForm({ ...form, access: token ? 'browser' : 'apiKey', token: token ?? api_key ?? '' })
    },
    forget: () => call(forgetSmartleadToken),
    nothing: { success: true, token: null },
    onForgotten: () => change({ ...form, token: '' }),
  })
  return { form, change, kept }
}

/** The form of step 1, and the accounts that it finds. */
export function useSmartleadAccounts({ onFound, onEdited }: Listening) {
  const { email: userEmail } = useUser()
  const { form, change, kept } = useSmartleadForm(onEdited)
  const [remember, setRemember] = useState(true)
  const [found, setFound] = useState<Found>(nothingFound)
  const checkedToken = checkSmartleadToken(form.token, form.access)
  const secret = checkedToken.ok ? checkedToken.value : ''
  const credentials = form.access === 'apiKey' ? { api_key: secret } : { token: secret }
  const domains = splitDomains(form.domains)

  const loading = useListLoading()
  const fetching = useAction({
    mutationFn: async ({ loaded }: Wanted) => {
      const list =
        loaded ??
        (await loading.load({
          tool: 'smartlead',
          ...credentials,
          domains: domains.join(', '),
          ...narrowedTo(narrowingFor('smartlead', form)),
          remember,
        }))
      return { list, accounts: (await readAccounts(list)).smartlead }
    },
    meta: { quiet: true },
    onSuccess: ({ list, accounts }, { step }) => {
      const { status, message = '', total, fetchId, readAt, pace } = list
      if (status !== 'loaded')
        return isStopped(list) || toast.error(message || smartleadMessages.fetchRefused)
      setFound({
        accounts,
        domains: list.domains,
        narrowing: list.narrowing,
        total,
        note: withNarrowing(list, noteOn(list.domains, accounts, message)),
        fetchId,
        readAt,
        pace,
      })
      onFound(step)
    },
    onError: (error) => error instanceof PageLeft || report(error),
  })
  const ended = fetching.data?.list
  /** By step 2 the list is used that step 1 has loaded, unless the domains were changed there. */
  const fetchFor = (step: number) => {
    const checked = checkSmartleadForm(form)
    if (!checked.ok)
      return checked.problem.code === 'missing'
        ? toast.error(smartleadMessages.missingTitle, { description: checked.problem.message })
        : toast.error(checked.problem.message)
    if (step > 0 && isOf(found, checked.value)) return onFound(step)
    fetching.mutate({ step })
  }
  return {
    /** What step 1 takes. */
    auth: {
      form,
      onChange: (next: SmartleadForm) => change(next),
      remember,
      onRememberChange: setRemember,
      isFetching: fetching.isPending,
      loading,
      onFetch: () => void fetchFor(0),
      refusal:
        fetching.error instanceof NetworkError
          ? failureText(fetching.error)
          : ended && ended.status !== 'loaded' && !isStopped(ended)
            ? ended.message || smartleadMessages.fetchRefused
            : undefined,
    },
    kept,
    /** Why a list that was loaded before cannot be gone on with yet. */
    accessProblem: secret === '' && loadedListMessages.enterCredentials,
    /** Goes on with a list that was loaded before, by what is entered now. */
    continueWith: (loaded: LoadedList) => {
      change({ ...form, domains: loaded.domains.join(', '), narrowing: loaded.narrowing ?? notNarrowed })
      fetching.mutate({ step: 0, loaded })
    },
    found,
    domains,
    /** From step 2. */
    changeDomains: (text: string) => change({ ...form, domains: text }, 1),
    fetchFor,
    /** Another for each search: what was entered for the accounts of one is over with the next. */
    searchKey: `${fetching.submittedAt} ${form.access}`,
    access: form.access,
    credentials,
    /** The token or key, '' while it cannot be sent. */
    secret,
    userEmail,
  }
}
export type SmartleadAccounts = ReturnType<typeof useSmartleadAccounts>

import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, apiMessages, NetworkError, saysSignedOut } from './api.ts'
import { DeviceError } from './device-error.ts'
import { noAnswerText } from './no-answer.ts'
import { toast } from './toast.ts'

interface ErrorMeta extends Record<string, unknown> {
  /**
   * Failures the caller shows itself, so that no toast does: all of them, or those the predicate picks.
   * Without it every failure is a toast with the server's message.
   */
  quiet?: boolean | ((error: unknown) => boolean)
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: ErrorMeta
  }
}

/** The usual choice for a form that shows refusals beside its fields: only a lost network is a toast. */
export const quietWhenRefused: ErrorMeta = { quiet: (error) => error instanceof ApiError }

/** Tells the customer about a failure, once, unless the caller does. */
export function report(error: unknown, { quiet = false }: ErrorMeta = {}): void {
  if (quiet === true || (typeof quiet === 'function' && quiet(error))) return
  // The end of a session is announced once, for all calls that met it.
  if (saysSignedOut(error)) return
  if (error instanceof NetworkError)
    toast.error(error.message, { id: 'network', description: noAnswerText() })
  else
    toast.error(
      error instanceof ApiError || error instanceof DeviceError ? error.message : apiMessages.unknown,
    )
}

const isWorthRetrying = (error: Error): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

/** Until what every page waits for is given up: ten seconds, in which a server has started again. */
const patienceMs = [1_000, 1_000, 2_000, 3_000, 3_000]
/** For what every page waits for: asked again for so long, unless our own server has refused it. */
export const askedWithPatience = {
  retry: (failures: number, error: Error): boolean =>
    failures < patienceMs.length && !(error instanceof ApiError && error.code && error.status < 500),
  retryDelay: (failures: number): number => patienceMs[failures] ?? 0,
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => report(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => report(error, mutation.meta),
  }),
  defaultOptions: {
    // The server may well be on this machine: what the browser believes about being online decides nothing.
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      retry: (failures, error) => failures < 1 && isWorthRetrying(error),
      // What says that it failed says so no longer than the line is lost.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    mutations: { networkMode: 'always' },
  },
})

onlineManager.subscribe((isOnline) => isOnline && toast.dismiss('network'))

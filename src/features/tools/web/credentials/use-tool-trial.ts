import { ApiError, call } from '#ui/api.ts'
import { report } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { tryConnection } from '../../api/connections.ts'
import { type SendingToolId, sendingToolNames } from '../../rules/sending-tools.ts'
import type { enteredCredentials } from './tool-values.ts'
import { refusedField } from './trial-refusal.ts'

interface Entered {
  credentials: ReturnType<typeof enteredCredentials>
  /** Saved credentials whose secrets stand for those that are left empty. */
  basedOn: string | undefined
}

/** Tries credentials that are saved later, with the rest of a form: they are as good as saved when they work. */
export function useToolTrial(onWorks: () => void) {
  const trying = useAction({
    mutationFn: ({ credentials, basedOn }: Entered) =>
      call(tryConnection, { body: { credentials, ...(basedOn && { basedOn }) } }),
    meta: { quiet: true },
    onSuccess: (trial, { credentials }) => {
      if (trial.outcome !== 'works') return
      toast.success(`${nameOf(credentials)}: ${trial.message}`)
      onWorks()
    },
    // Too many at once, or no connection: nothing is known of them.
    onError: (error) => error instanceof ApiError || report(error),
  })
  const trial = trying.data
  return {
    start: (credentials: Entered['credentials'], basedOn: string | undefined) => {
      if (!trying.isPending) trying.mutate({ credentials, basedOn })
    },
    isTrying: trying.isPending,
    /** What the tool refuses, beside its field. */
    problems: trial?.outcome === 'refused' ? [refusedField(trial.field, trial.message)] : [],
    /** They open another workspace than the one that is named. */
    elsewhere:
      trial?.outcome === 'elsewhere' ? { message: trial.message, opens: trial.opensWorkspace } : undefined,
    /** Why they could not be tried. */
    untried:
      trial?.outcome === 'away'
        ? trial.message
        : trying.error instanceof ApiError
          ? trying.error.message
          : undefined,
    forget: trying.reset,
  }
}

const nameOf = ({ tool }: { tool: SendingToolId }) => sendingToolNames[tool]

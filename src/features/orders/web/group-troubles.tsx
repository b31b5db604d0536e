import { numberText } from '#base/text/number-text.ts'
import { tryAgain } from '#features/domains/api/domains.ts'
import {
  type TroubleLine as Line,
  troubleHelps,
  troubleLines,
  troubleWords,
} from '#features/domains/rules/trouble-lines.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { refetchOrders, type WorkspaceGroup } from './shared/orders-query.ts'

type Domain = WorkspaceGroup['domains'][number]

interface GroupTroublesProps {
  group: WorkspaceGroup
  /** Opens the details, where everything that helps is. */
  onOpen: () => void
  onChooseAnother: (domain: Domain) => void
  onCorrectCredentials: () => void
}

/** More of them stand in the details. */
const shown = 2

/** What holds domains of the group up: which, why, what next, and the button that helps. */
export default function GroupTroubles({ group, ...offers }: GroupTroublesProps) {
  const lines = troubleLines<Domain>(group.domains)
  const others = lines.length - shown
  if (lines.length === 0) return null
  return (
    <div className="flex flex-col gap-2 px-4 pb-3">
      {lines.slice(0, shown).map((line) => (
        <TroubleLine key={line.text} line={line} {...offers} />
      ))}
      {others > 0 && (
        <Button variant="quiet" size="small" onClick={offers.onOpen} className="self-start">
          {`${numberText(others)} more in Order Details`}
        </Button>
      )}
    </div>
  )
}

function TroubleLine({
  line,
  onOpen,
  onChooseAnother,
  onCorrectCredentials,
}: Omit<GroupTroublesProps, 'group'> & { line: Line<Domain> }) {
  const { cause, text, domains } = line
  const trying = useAction({
    mutationFn: (domain: string) => call(tryAgain, { body: { domain } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      void refetchOrders()
    },
  })
  const [only] = domains
  const { tone, help } = troubleWords[cause]
  // One press acts on one domain; of several each is dealt with where it stands.
  const offered = domains.length > 1 && help !== 'credentials' ? 'details' : help
  const start = () => {
    if (!only) return
    if (offered === 'tryAgain') trying.mutate(only.domain)
    else if (offered === 'anotherDomain') onChooseAnother(only)
    else if (offered === 'credentials') onCorrectCredentials()
    else onOpen()
  }
  return (
    <Alert
      tone={tone}
      title={<span className="wrap-anywhere">{namesText(domains)}</span>}
      action={
        <Button size="small" loading={trying.isPending} onClick={start}>
          {troubleHelps[offered]}
        </Button>
      }
    >
      <span className="wrap-anywhere">{text}</span>
    </Alert>
  )
}

const namesText = ([first, ...others]: readonly Domain[]): string =>
  `${first?.domain}${others.length > 0 ? ` and ${numberText(others.length)} more` : ''}`

import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { type Wanting, whatUsingDoes } from '#features/reserve/rules/spares.ts'
import { useTakingSpares } from '#features/reserve/web/use-taking-spares.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReplacementList } from './replacement-list.tsx'
import type { ReplaceableDomain } from './replacement-row.tsx'

interface ReadySparesProps {
  listed: readonly ReplaceableDomain[]
  onDone: () => void
}

const wantingOf = ({ domain, domainType, groupId, replacementOrdered }: ReplaceableDomain): Wanting[] =>
  groupId && !replacementOrdered ? [{ domain, domainType, groupId }] : []

/** Offers spares that are ready for some of the domains; nothing where there are none. */
export function ReadySpares({ listed, onDone }: ReadySparesProps) {
  const [isAsking, setAsking] = useState(false)
  const { given, tool, take } = useTakingSpares(listed.flatMap(wantingOf))
  if (given.size === 0 || !tool) return null
  const pairs = [...given].map(([originalDomain, newDomain]) => ({ originalDomain, newDomain }))
  const some = given.size < listed.length ? ` for ${given.size} of these ${listed.length} domains` : ''
  return (
    <>
      <Alert
        tone="success"
        title={`${countOf(given.size, 'ready spare')}${some}`}
        action={
          <Button size="small" variant="primary" onClick={() => setAsking(true)}>
            {given.size === 1 ? 'Use a ready spare' : `Use ${given.size} ready spares`}
          </Button>
        }
      >
        In 0 days, nothing to pay: {isFileTool(tool) ? 'set up' : 'warm'} already, with the same people.
      </Alert>
      <ConfirmDialog
        open={isAsking}
        wide
        onOpenChange={setAsking}
        title={given.size === 1 ? 'Use a ready spare?' : `Use ${given.size} ready spares?`}
        confirmLabel={given.size === 1 ? 'Use it now' : 'Use them now'}
        onConfirm={async () => {
          await take(pairs.map(({ originalDomain }) => originalDomain))
          onDone()
        }}
      >
        <p className="mb-3">{whatUsingDoes(tool)}</p>
        <ReplacementList replacements={pairs} />
      </ConfirmDialog>
    </>
  )
}
